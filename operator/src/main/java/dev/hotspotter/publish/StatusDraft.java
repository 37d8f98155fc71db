package dev.hotspotter.publish;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.TargetMachine;
import dev.hotspotter.report.comparison.Verdict;
import dev.hotspotter.select.Selection;
import dev.hotspotter.select.SelectionCheck;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Builds a job's complete status. */
public final class StatusDraft {

  /** The condition about the comparison's result. */
  static final String COMPARED = "Compared";

  private static final ProfileJobStatus NOTHING = ProfileJobStatusBuilder.builder()
      .targets(new TargetCounts(0, 0, 0, 0, 0, 0))
      .build();

  private final String webUrl;
  private final ProfileJob job;
  private final Instant now;

  /** The previous status; fields that a method does not set keep its values. */
  private final ProfileJobStatus before;

  private final StandingConditions standing;

  public StatusDraft(String webUrl, ProfileJob job, Instant now) {
    this(webUrl, job, now, job.getStatus() != null ? job.getStatus() : NOTHING);
  }

  private StatusDraft(String webUrl, ProfileJob job, Instant now, ProfileJobStatus before) {
    this.webUrl = webUrl;
    this.job = job;
    this.now = now;
    this.before = before;
    this.standing = new StandingConditions(job, before, now);
  }

  /** The first status, with the chosen targets. It is written before any injection. */
  public ProfileJobStatus selected(Selection selection) {
    var draft = new StatusDraft(webUrl, job, now, known(selection));
    return SelectionCheck.refusal(job, selection)
        .map(why -> draft.failed(why.reason(), why.message()))
        .orElseGet(() -> draft.running(selection.targets(), Optional.empty()));
  }

  private ProfileJobStatus known(Selection selection) {
    var selected =
        condition(StandingConditions.SELECTED, Reasons.TARGETS_SELECTED, selection.summary());
    return ProfileJobStatusBuilder.builder(before)
        .conditions(
            SelectionCheck.refusal(job, selection).isPresent() ? List.of() : List.of(selected))
        .targets(new TargetCounts(selection.matched(), selection.eligible(), 0, 0, 0, 0))
        .deadline(Deadline.from(now.truncatedTo(ChronoUnit.SECONDS), job, selection.waves())
            .toString())
        .images(selection.images().isEmpty() ? null : selection.images())
        .selector(selection.selector())
        .sampleSeed(selection.seed())
        .ineligible(selection.ineligible().isEmpty() ? null : selection.ineligible())
        .build();
  }

  /** The draft for a job in which these images run no JVM. */
  public StatusDraft withoutJvm(Set<String> images) {
    var known = ProfileJobStatusBuilder.builder(before)
        .images(ImageCounts.withoutJvm(before.images(), images))
        .build();
    return new StatusDraft(webUrl, job, now, known);
  }

  /** The status of a job that fails before any injection. */
  public ProfileJobStatus failed(String reason, String message) {
    return failed(List.of(), condition("Failed", reason, message));
  }

  /** The status of a job that waits: its time has not begun, and its spec may still change. */
  public ProfileJobStatus pending(WaitCause why) {
    return ProfileJobStatusBuilder.builder(NOTHING)
        .observedGeneration(job.getMetadata().getGeneration())
        .phase(JobPhase.PENDING)
        .conditions(Stream.concat(
                Stream.of(
                    notYet(Condition.FINISHED, why.reason(), why.message()),
                    notYet(StandingConditions.SELECTED, why.reason(), why.message())),
                standing.suspended(JobPhase.PENDING, List.of()))
            .toList())
        .recordings(List.of())
        .build();
  }

  /** The status of a running job that cannot continue; ended targets keep their results. */
  public ProfileJobStatus abandoned(String reason, String message) {
    var targets = before.recordings().stream()
        .map(r -> TargetMachine.abandoned(r, reason, message))
        .toList();
    return failed(MessageBudget.fit(targets), condition("Failed", reason, message));
  }

  /** The status of an ended job one of whose JVMs has ended since. */
  public ProfileJobStatus harmedAfterEnd(List<RecordingStatus> targets) {
    return ProfileJobStatusBuilder.builder(before)
        .recordings(MessageBudget.fit(targets))
        .images(ImageCounts.of(before.images(), targets))
        .conditions(Stream.concat(
                before.conditions().stream()
                    .filter(condition -> !condition.type().equals(StandingConditions.HARMED)),
                standing.harmed(targets))
            .toList())
        .build();
  }

  /**
   * The status of a running job with these entries; terminal if all entries are and the merge has
   * ended.
   */
  public ProfileJobStatus running(List<RecordingStatus> targets, Optional<MergeOutcome> merged) {
    var recordings = MessageBudget.fit(targets);
    if (recordings.stream().allMatch(r -> r.phase() == RecordingPhase.FAILED)) {
      return failed(recordings, failure(recordings));
    }
    var done = recordings.stream().allMatch(r -> r.phase().isTerminal());
    return switch (merged.orElse(null)) {
      case MergeOutcome.Merged graphs
      when done ->
        ended(JobPhase.SUCCEEDED, recordings, complete(recordings, graphs), Optional.of(graphs));
      case MergeOutcome.Merged graphs -> running(recordings, Optional.of(graphs), recording());
      case MergeOutcome.Failed failed
      when done ->
        failed(recordings, condition("Failed", failed.reason(), noReport(failed.message())));
      case MergeOutcome.Postponed postponed ->
        running(recordings, Optional.empty(), noReportYet(postponed.cause()));
      case MergeOutcome.Failed failed -> running(recordings, Optional.empty(), recording());
      case null -> running(recordings, Optional.empty(), recording());
    };
  }

  private ProfileJobStatus running(
      List<RecordingStatus> recordings,
      Optional<MergeOutcome.Merged> merged,
      Condition unfinished) {
    return status(JobPhase.RUNNING, recordings, List.of(unfinished), merged);
  }

  private ProfileJobStatus failed(List<RecordingStatus> recordings, Condition why) {
    return ended(JobPhase.FAILED, recordings, List.of(why), Optional.empty());
  }

  /** The first condition has the reason of the end. */
  private ProfileJobStatus ended(
      JobPhase phase,
      List<RecordingStatus> recordings,
      List<Condition> conditions,
      Optional<MergeOutcome.Merged> merged) {
    var end = conditions.getFirst();
    var finished = condition(
        Condition.FINISHED, end.reason(), "the condition %s says more".formatted(end.type()));
    return status(
        phase,
        recordings,
        Stream.concat(Stream.of(finished), conditions.stream()).toList(),
        merged);
  }

  private ProfileJobStatus status(
      JobPhase phase,
      List<RecordingStatus> recordings,
      List<Condition> conditions,
      Optional<MergeOutcome.Merged> merged) {
    return ProfileJobStatusBuilder.builder(before)
        .observedGeneration(job.getMetadata().getGeneration())
        .phase(phase)
        .conditions(
            Stream.concat(conditions.stream(), standing.of(phase, recordings)).toList())
        .startTime(Optional.ofNullable(before.startTime()).orElseGet(this::time))
        .completionTime(phase.isTerminal() ? time() : null)
        .targets(counts(recordings))
        .images(ImageCounts.of(before.images(), recordings))
        .recordings(recordings)
        .hottest(merged.map(MergeOutcome.Merged::hottest).orElse(null))
        .report(recordings.isEmpty() ? null : link(""))
        .flameGraph(merged
            .map(m -> link(
                ObjectKeys.mergedFlameGraph(job.getSpec().recording().types().getFirst())))
            .orElse(null))
        .build();
  }

  private String link(String path) {
    return webUrl + "/jobs/" + ObjectKeys.folder(job) + path;
  }

  private TargetCounts counts(List<RecordingStatus> recordings) {
    return new TargetCounts(
        before.targets().matched(),
        before.targets().eligible(),
        recordings.size(),
        count(recordings, RecordingPhase.INJECTED) + count(recordings, RecordingPhase.RECORDING),
        count(recordings, RecordingPhase.SUCCEEDED),
        count(recordings, RecordingPhase.FAILED));
  }

  private static int count(List<RecordingStatus> recordings, RecordingPhase phase) {
    return (int) recordings.stream().filter(r -> r.phase() == phase).count();
  }

  /**
   * The targets' common reason if they have one, so that a job over one pod states that pod's
   * problem.
   */
  private Condition failure(List<RecordingStatus> recordings) {
    var reasons = recordings.stream().map(RecordingStatus::reason).distinct().toList();
    return condition(
        "Failed",
        reasons.size() == 1 ? reasons.getFirst() : Reasons.TARGETS_FAILED,
        TargetSentences.failures(recordings));
  }

  private static String noReport(String why) {
    return "the merged report could not be made: " + why;
  }

  private List<Condition> complete(List<RecordingStatus> recordings, MergeOutcome.Merged merged) {
    return Stream.concat(
            Stream.of(condition("Complete", Reasons.RECORDED, TargetSentences.summary(recordings))),
            merged.comparison().map(this::compared).stream())
        .toList();
  }

  private Condition compared(Verdict verdict) {
    var status = verdict.compared() ? "True" : "False";
    return new Condition(
        COMPARED,
        status,
        verdict.reason(),
        verdict.message(),
        time(),
        job.getMetadata().getGeneration());
  }

  private Condition condition(String type, String reason, String message) {
    return new Condition(
        type, "True", reason, message, time(), job.getMetadata().getGeneration());
  }

  private Condition notYet(String type, String reason, String message) {
    return standing.lasting(type, "False", reason, message);
  }

  private Condition recording() {
    return job.getSpec().suspended()
        ? notYet(Condition.FINISHED, Reasons.JOB_SUSPENDED, WaitCause.SUSPENDED.message())
        : notYet(
            Condition.FINISHED,
            Reasons.RECORDING,
            "targets are waiting, recording or being rendered");
  }

  private Condition noReportYet(WaitCause cause) {
    return notYet(
        Condition.FINISHED,
        cause.reason(),
        "the merged report cannot be made yet: " + cause.message());
  }

  private String time() {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
