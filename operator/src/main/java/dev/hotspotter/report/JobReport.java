package dev.hotspotter.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.layout.FilePaths;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.answers.InlinedCode;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.comparison.Comparison;
import dev.hotspotter.report.comparison.Outlier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The file merged/report.json: the results of a finished job. It stays readable after the
 * ProfileJob is deleted. Answers are null if no event gives any; comparison is null without a
 * baseline.
 *
 * @param labels the labels of the ProfileJob
 * @param selector the pods' labels, as the job or its workload chose them; null if the job named
 *     pods
 * @param failed the targets that could not be recorded, each with a reason
 * @param files paths of the merged files, by event and format
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobReport(
    int version,
    String namespace,
    String name,
    String uid,
    Map<String, String> labels,
    ProfileJobSpec spec,
    String selector,
    String startTime,
    Long startSkewMillis,
    List<Target> targets,
    List<Failure> failed,
    Map<String, Map<String, String>> files,
    Map<String, HotList> hot,
    Map<String, List<Outlier>> outliers,
    ProfileAnswers answers,
    Comparison comparison) {

  public static final int VERSION = 5;

  /**
   * One profiled target.
   *
   * @param group the value of the label by which merged graphs keep targets apart; null without one
   * @param recording the path of the JFR file below the job's folder
   * @param flameGraphs the flame graphs among files, by event
   * @param files paths of the files rendered from the recording, by event and format
   * @param diagnostics a path below the job's folder; null if the job asked for none
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

  /** One target that could not be profiled, and why. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Failure(String pod, String container, String node, String reason, String message) {}

  /** The report of a job. Recordings are all its targets, in their final state. */
  public static JobReport of(
      ProfileJob job,
      List<RecordingStatus> recordings,
      Map<String, Map<String, String>> files,
      Map<String, HotList> hot,
      Map<String, List<Outlier>> outliers,
      Optional<ProfileAnswers> answers,
      Optional<Comparison> comparison) {
    var targets =
        recordings.stream().filter(r -> r.phase() != RecordingPhase.FAILED).toList();
    return new JobReport(
        VERSION,
        job.getMetadata().getNamespace(),
        job.getMetadata().getName(),
        job.getMetadata().getUid(),
        job.getMetadata().getLabels(),
        job.getSpec(),
        job.getStatus().selector(),
        job.getStatus().startTime(),
        startSkew(targets),
        targets.stream().map(r -> target(job, r)).toList(),
        recordings.stream()
            .filter(r -> r.phase() == RecordingPhase.FAILED)
            .map(JobReport::failure)
            .toList(),
        files,
        hot,
        outliers,
        answers.map(ProfileAnswers::published).orElse(null),
        comparison.orElse(null));
  }

  /**
   * The report of a job without a recorded target. Its page shows the reasons after the job is
   * deleted.
   */
  public static JobReport ofFailures(ProfileJob job, List<RecordingStatus> recordings) {
    return of(job, recordings, Map.of(), Map.of(), Map.of(), Optional.empty(), Optional.empty());
  }

  /** The time between the first and the last start of a recording; null for fewer than two. */
  private static Long startSkew(List<RecordingStatus> targets) {
    var starts = targets.stream()
        .map(RecordingStatus::startTime)
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .sorted()
        .toList();
    return starts.size() < 2
        ? null
        : Duration.between(starts.getFirst(), starts.getLast()).toMillis();
  }

  /** The event's samples in inlined methods, over all targets; null if unknown or irrelevant. */
  public InlinedCode inlined(Event event) {
    return answers == null || answers.inlined() == null
        ? null
        : answers.inlined().get(event.word());
  }

  /** False for reports before version 4: they have too little content for pages and comparisons. */
  public boolean hasSpec() {
    return spec != null;
  }

  private static Failure failure(RecordingStatus target) {
    return new Failure(
        target.pod(), target.container(), target.node(), target.reason(), target.message());
  }

  private static Target target(ProfileJob job, RecordingStatus target) {
    var files = FilePaths.of(job, target);
    var graphs = new TreeMap<String, String>();
    files.forEach((event, paths) -> Optional.ofNullable(paths.get(Format.FLAMEGRAPH.word()))
        .ifPresent(path -> graphs.put(event, path)));
    var diagnostics = job.getSpec().recording().diagnostics() == null
        ? null
        : ObjectKeys.below(target, ObjectKeys.DIAGNOSTICS);
    return new Target(
        target.pod(),
        target.container(),
        target.node(),
        target.group(),
        ObjectKeys.below(target, ObjectKeys.RECORDING),
        graphs,
        files,
        diagnostics);
  }
}
