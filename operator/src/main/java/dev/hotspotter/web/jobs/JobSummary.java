package dev.hotspotter.web.jobs;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Target;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.publish.PackedNames;
import dev.hotspotter.report.JobReport;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job for the list and its search.
 *
 * @param folder its folder in the store and its address below /jobs/
 * @param targets null for a job that is deleted or has no targets yet
 * @param end null while it runs
 * @param labels as key=value: its own, and those of its selector
 * @param names its pods; for an existing job computed at each call, because a list holds thousands of jobs
 * @param deleted true if only the recordings exist
 */
public record JobSummary(
    String namespace,
    String name,
    String folder,
    String phase,
    boolean running,
    boolean deleted,
    TargetCounts targets,
    String hottest,
    Instant start,
    Instant end,
    List<String> events,
    Supplier<Pods> names,
    String workload,
    Set<String> labels) {

  private static final Logger LOG = LoggerFactory.getLogger(JobSummary.class);

  /**
   * The names of a job's pods.
   *
   * @param all its recorded or requested pods
   * @param recorded the pods with a recording
   */
  record Pods(List<String> all, List<String> recorded) {}

  public List<String> pods() {
    return names.get().all();
  }

  List<String> recorded() {
    return names.get().recorded();
  }

  /** True for a job with results to show and compare. */
  public boolean hasSucceeded() {
    return phase.equals(JobPhase.SUCCEEDED.word());
  }

  /** The summaries of these jobs, without unreadable jobs. */
  static List<JobSummary> of(Stream<ProfileJob> jobs) {
    return jobs.flatMap(job -> {
          try {
            return Stream.of(of(job));
          } catch (RuntimeException e) {
            LOG.warn(
                "{}/{} cannot be listed",
                job.getMetadata().getNamespace(),
                job.getMetadata().getName(),
                e);
            return Stream.of();
          }
        })
        .toList();
  }

  static JobSummary of(ProfileJob job) {
    var status = Optional.ofNullable(job.getStatus());
    var phase = status.map(s -> s.phase()).orElse(JobPhase.PENDING);
    var target = job.getSpec().target();
    var recordings = status.map(s -> s.recordings()).orElse(List.of());
    return new JobSummary(
        job.getMetadata().getNamespace(),
        job.getMetadata().getName(),
        ObjectKeys.folder(job),
        phase.word(),
        !phase.isTerminal(),
        false,
        status.map(s -> s.targets()).orElse(null),
        status.map(s -> s.hottest()).map(Hottest::toString).orElse(null),
        Instant.parse(
            status.map(s -> s.startTime()).orElse(job.getMetadata().getCreationTimestamp())),
        status.map(s -> s.completionTime()).map(Instant::parse).orElse(null),
        words(job.getSpec().recording().types()),
        () -> pods(recordings, target),
        workload(target),
        labels(job.getMetadata().getLabels(), status.map(s -> s.selector()).orElse(null)));
  }

  /** The summary of a deleted job, from its report. */
  static JobSummary of(String folder, JobReport report) {
    var recording = report.spec().recording();
    var events = words(recording.types());
    var start = Instant.parse(report.startTime());
    var skew = report.startSkewMillis() == null ? 0 : report.startSkewMillis();
    var pods = pods(report);
    var hot = events.isEmpty() ? null : report.hot().get(events.getFirst());
    return new JobSummary(
        folder.substring(0, folder.indexOf('/')),
        report.name(),
        folder,
        (report.targets().isEmpty() ? JobPhase.FAILED : JobPhase.SUCCEEDED).word(),
        false,
        true,
        null,
        hot == null || hot.application().isEmpty()
            ? null
            : hot.application().getFirst().headline().toString(),
        start,
        start.plus(Durations.parse(recording.duration())).plusMillis(skew),
        events,
        () -> pods,
        workload(report.spec().target()),
        labels(report.labels(), report.selector()));
  }

  private static Pods pods(List<RecordingStatus> recordings, Target target) {
    var chosen = recordings.stream().map(r -> r.pod());
    var named = target.pods() == null ? Stream.<String>empty() : target.pods().stream();
    var recorded =
        recordings.stream().filter(r -> r.phase() == RecordingPhase.SUCCEEDED).map(r -> r.pod());
    return new Pods(
        Stream.concat(chosen, named).distinct().toList(), recorded.distinct().toList());
  }

  private static Pods pods(JobReport report) {
    var recorded = packed(report.targets().stream().map(t -> t.pod()));
    return new Pods(
        packed(Stream.concat(recorded.stream(), report.failed().stream().map(f -> f.pod()))),
        recorded);
  }

  /** Compact, because thousands of deleted jobs are remembered. */
  private static List<String> packed(Stream<String> pods) {
    return PackedNames.of(pods.distinct().toList());
  }

  private static List<String> words(List<Event> events) {
    return events.stream().map(Event::word).toList();
  }

  private static String workload(Target target) {
    return target.workloadRef() == null ? null : target.workloadRef().name();
  }

  private static Set<String> labels(Map<String, String> own, String selector) {
    var labels = new HashSet<String>();
    Optional.ofNullable(own)
        .orElse(Map.of())
        .forEach((key, value) -> labels.add(key + "=" + value));
    if (selector != null) {
      labels.addAll(Arrays.asList(selector.split(",")));
    }
    return labels;
  }
}
