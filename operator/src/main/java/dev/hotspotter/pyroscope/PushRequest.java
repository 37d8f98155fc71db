package dev.hotspotter.pyroscope;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.layout.WorkloadNames;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The parameters of one POST /ingest: a recording's name, time and sample rate.
 *
 * @param name the service and the labels, such as notifier{namespace=shop,pod=a}
 * @param from when the recording began, in seconds of Unix time
 * @param until when it ended
 * @param sampleRate samples of CPU or elapsed time per second
 */
public record PushRequest(String name, long from, long until, long sampleRate) {

  private static final Duration SECOND = Duration.ofSeconds(1);

  public static PushRequest of(ProfileJob job, RecordingStatus target) {
    var from = Optional.ofNullable(target.startTime())
        .or(() -> Optional.ofNullable(target.injectionTime()))
        .orElse(job.getStatus().startTime());
    var start = Instant.parse(from);
    var end = Optional.ofNullable(target.endTime())
        .map(Instant::parse)
        .orElseGet(() -> start.plus(Durations.parse(job.getSpec().recording().duration())));
    return new PushRequest(
        name(job, target),
        start.getEpochSecond(),
        end.plusNanos(999_999_999).getEpochSecond(),
        hertz(job.getSpec().recording()));
  }

  private static String name(ProfileJob job, RecordingStatus target) {
    var workload = WorkloadNames.of(job, target);
    var labels = new LinkedHashMap<String, String>();
    labels.put("namespace", job.getMetadata().getNamespace());
    labels.put("workload", workload);
    labels.put("container", target.container());
    labels.put("pod", target.pod());
    labels.put("node", target.node());
    labels.put("version", target.version());
    labels.put("profilejob", job.getMetadata().getName());
    return labels.entrySet().stream()
        .filter(label -> label.getValue() != null)
        .map(label -> label.getKey() + "=" + plain(label.getValue()))
        .collect(Collectors.joining(",", plain(workload) + "{", "}"));
  }

  /** Pyroscope has no escapes: a comma in a value would begin another label. */
  private static String plain(String value) {
    return value.replaceAll("[^A-Za-z0-9_./-]", "_");
  }

  /** Pyroscope takes one whole rate for both CPU time and elapsed time. */
  private static long hertz(Recording recording) {
    var interval = Durations.parse(recording.interval(recording.engine().orElse(Event.WALL)));
    return Math.max(1, Math.round((double) SECOND.toNanos() / interval.toNanos()));
  }
}
