package dev.hotspotter.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Recording;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** merged/report.json: what a finished job found, readable when the ProfileJob itself is long gone; comparison is null where none was asked for. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobReport(
    int version,
    String namespace,
    String name,
    String uid,
    Recording recording,
    String startTime,
    Long startSkewMillis,
    List<Target> targets,
    Map<String, HotList> hot,
    Map<String, List<Outlier>> outliers,
    Comparison comparison) {

  public static final int VERSION = 2;

  /** One profiled target; recording and diagnostics, null if none were asked for, are paths below the job's folder; flameGraphs are by event. */
  public record Target(
      String pod,
      String container,
      String node,
      String recording,
      Map<String, String> flameGraphs,
      @JsonInclude(JsonInclude.Include.NON_NULL) String diagnostics) {}

  public static JobReport of(
      ProfileJob job,
      List<RecordingStatus> targets,
      Map<String, HotList> hot,
      Map<String, List<Outlier>> outliers,
      Optional<Comparison> comparison) {
    return new JobReport(
        VERSION,
        job.getMetadata().getNamespace(),
        job.getMetadata().getName(),
        job.getMetadata().getUid(),
        job.getSpec().recording(),
        job.getStatus().startTime(),
        startSkew(targets),
        targets.stream().filter(t -> t.phase() != RecordingPhase.FAILED).map(t -> target(job, t)).toList(),
        hot,
        outliers,
        comparison.orElse(null));
  }

  /** Between the first start of a recording and the last; null unless there are two. */
  private static Long startSkew(List<RecordingStatus> targets) {
    var starts = targets.stream().map(RecordingStatus::startTime).filter(Objects::nonNull).map(Instant::parse).sorted().toList();
    return starts.size() < 2 ? null : Duration.between(starts.getFirst(), starts.getLast()).toMillis();
  }

  private static Target target(ProfileJob job, RecordingStatus target) {
    var graphs = new TreeMap<String, String>();
    for (Event event : job.getSpec().recording().events()) {
      graphs.put(event.word(), ObjectKeys.below(target, event.word() + ".html"));
    }
    var diagnostics = job.getSpec().recording().diagnostics() == null ? null : ObjectKeys.below(target, ObjectKeys.DIAGNOSTICS);
    return new Target(
        target.pod(), target.container(), target.node(), ObjectKeys.below(target, ObjectKeys.RECORDING), graphs, diagnostics);
  }
}
