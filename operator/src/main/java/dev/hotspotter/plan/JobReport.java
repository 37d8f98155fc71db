package dev.hotspotter.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.Format;
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

/**
 * merged/report.json: what a finished job found, readable when the ProfileJob itself is long gone; answers are
 * null where the events give none, comparison where none was asked for. Files are over all targets, by event and format; null in older reports.
 */
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
    Map<String, Map<String, String>> files,
    Map<String, HotList> hot,
    Map<String, List<Outlier>> outliers,
    Answers answers,
    Comparison comparison) {

  public static final int VERSION = 3;

  /**
   * One profiled target.
   *
   * @param group the value of the label by which merged graphs keep targets apart; null without one
   * @param recording the JFR's path below the job's folder
   * @param flameGraphs those of them among files, by event
   * @param files what was made of the recording, by event and format; null in older reports
   * @param diagnostics a path below the job's folder; null if none were asked for
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Target(
      String pod,
      String container,
      String node,
      String group,
      String recording,
      Map<String, String> flameGraphs,
      Map<String, Map<String, String>> files,
      String diagnostics) {}

  public static JobReport of(
      ProfileJob job,
      List<RecordingStatus> targets,
      Map<String, Map<String, String>> files,
      Map<String, HotList> hot,
      Map<String, List<Outlier>> outliers,
      Optional<Answers> answers,
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
        files,
        hot,
        outliers,
        answers.map(Answers::published).orElse(null),
        comparison.orElse(null));
  }

  /** Between the first start of a recording and the last; null unless there are two. */
  private static Long startSkew(List<RecordingStatus> targets) {
    var starts = targets.stream().map(RecordingStatus::startTime).filter(Objects::nonNull).map(Instant::parse).sorted().toList();
    return starts.size() < 2 ? null : Duration.between(starts.getFirst(), starts.getLast()).toMillis();
  }

  private static Target target(ProfileJob job, RecordingStatus target) {
    var files = JobFiles.of(job, target);
    var graphs = new TreeMap<String, String>();
    files.forEach((event, paths) -> Optional.ofNullable(paths.get(Format.FLAMEGRAPH.word())).ifPresent(path -> graphs.put(event, path)));
    var diagnostics = job.getSpec().recording().diagnostics() == null ? null : ObjectKeys.below(target, ObjectKeys.DIAGNOSTICS);
    return new Target(
        target.pod(), target.container(), target.node(), target.group(), ObjectKeys.below(target, ObjectKeys.RECORDING), graphs, files, diagnostics);
  }
}
