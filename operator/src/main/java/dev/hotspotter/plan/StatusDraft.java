package dev.hotspotter.plan;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.TargetCounts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A job's complete status, made anew from what is known. */
public final class StatusDraft {

  /** More would not fit into a status that stays well below the API server's limits. */
  public static final int MOST_TARGETS = 100;

  private final String webUrl;
  private final ProfileJob job;
  private final Instant now;

  public StatusDraft(String webUrl, ProfileJob job, Instant now) {
    this.webUrl = webUrl;
    this.job = job;
    this.now = now;
  }

  /** The first status: the chosen targets, frozen before anything is put into a pod. */
  public ProfileJobStatus selected(List<RecordingStatus> chosen) {
    if (chosen.isEmpty()) {
      return failed(
          Reasons.NO_TARGETS,
          "no running pod in namespace %s matches target.selector; compare with kubectl get pods --show-labels -n %s"
              .formatted(job.getMetadata().getNamespace(), job.getMetadata().getNamespace()));
    }
    if (chosen.size() > MOST_TARGETS) {
      var message =
          "target.selector matches %d pods, and one job can record %d; narrow the selector".formatted(chosen.size(), MOST_TARGETS);
      return status(
          JobPhase.FAILED, chosen.size(), List.of(), List.of(condition("Failed", Reasons.TOO_MANY_TARGETS, message)), Optional.empty());
    }
    return running(chosen, Optional.empty());
  }

  /** The whole job fails before any target was touched. */
  public ProfileJobStatus failed(String reason, String message) {
    return status(JobPhase.FAILED, List.of(), List.of(condition("Failed", reason, message)), Optional.empty());
  }

  /** The status of a job whose targets stand as given; terminal when all of them are and the merge has come to an end. */
  public ProfileJobStatus running(List<RecordingStatus> targets, Optional<MergeOutcome> merged) {
    var recordings = MessageBudget.fit(targets);
    if (recordings.stream().allMatch(r -> r.phase() == RecordingPhase.FAILED)) {
      return status(JobPhase.FAILED, recordings, List.of(failure(recordings)), Optional.empty());
    }
    var done = recordings.stream().allMatch(r -> r.phase().isTerminal());
    return switch (merged.orElse(null)) {
      case MergeOutcome.Merged graphs when done -> status(
          JobPhase.SUCCEEDED, recordings, List.of(condition("Complete", Reasons.RECORDED, summary(recordings))), Optional.of(graphs));
      case MergeOutcome.Merged graphs -> status(JobPhase.RUNNING, recordings, List.of(), Optional.of(graphs));
      case MergeOutcome.Failed failed when done -> status(
          JobPhase.FAILED, recordings, List.of(condition("Failed", failed.reason(), noReport(failed.message()))), Optional.empty());
      case MergeOutcome.Postponed postponed -> status(
          JobPhase.RUNNING, recordings, List.of(notComplete(postponed.setback())), Optional.empty());
      case MergeOutcome.Failed failed -> status(JobPhase.RUNNING, recordings, List.of(), Optional.empty());
      case null -> status(JobPhase.RUNNING, recordings, List.of(), Optional.empty());
    };
  }

  private ProfileJobStatus status(
      JobPhase phase, List<RecordingStatus> recordings, List<Condition> conditions, Optional<MergeOutcome.Merged> merged) {
    return status(phase, recordings.size(), recordings, conditions, merged);
  }

  private ProfileJobStatus status(
      JobPhase phase, int matched, List<RecordingStatus> recordings, List<Condition> conditions, Optional<MergeOutcome.Merged> merged) {
    var before = Optional.ofNullable(job.getStatus());
    return new ProfileJobStatus(
        job.getMetadata().getGeneration(),
        phase,
        conditions,
        before.map(ProfileJobStatus::startTime).orElseGet(this::time),
        phase.isTerminal() ? time() : null,
        counts(matched, recordings),
        recordings,
        merged.map(MergeOutcome.Merged::hottest).orElse(null),
        recordings.isEmpty() ? null : link(""),
        merged.map(m -> link(ObjectKeys.mergedFlameGraph(job.getSpec().recording().events().getFirst()))).orElse(null));
  }

  private String link(String path) {
    return webUrl + "/jobs/" + ObjectKeys.folder(job) + path;
  }

  private static TargetCounts counts(int matched, List<RecordingStatus> recordings) {
    var succeeded = count(recordings, RecordingPhase.SUCCEEDED);
    return new TargetCounts(
        matched,
        recordings.size(),
        count(recordings, RecordingPhase.INJECTED) + count(recordings, RecordingPhase.RECORDING),
        succeeded,
        count(recordings, RecordingPhase.FAILED),
        succeeded + "/" + recordings.size());
  }

  private static int count(List<RecordingStatus> recordings, RecordingPhase phase) {
    return (int) recordings.stream().filter(r -> r.phase() == phase).count();
  }

  /** The targets' common reason where there is one, so that a job over one pod says just what the pod says. */
  private Condition failure(List<RecordingStatus> recordings) {
    var reasons = recordings.stream().map(RecordingStatus::reason).distinct().toList();
    return condition("Failed", reasons.size() == 1 ? reasons.getFirst() : Reasons.TARGETS_FAILED, sentences(recordings));
  }

  private static String noReport(String why) {
    return "the merged report could not be made: " + why;
  }

  private static String summary(List<RecordingStatus> recordings) {
    return "%d of %d targets recorded".formatted(count(recordings, RecordingPhase.SUCCEEDED), recordings.size())
        + othersFailed(recordings);
  }

  private static String othersFailed(List<RecordingStatus> recordings) {
    var failed = recordings.stream().filter(r -> r.phase() == RecordingPhase.FAILED).toList();
    return failed.isEmpty() ? "" : "; " + sentences(failed);
  }

  private static String sentences(List<RecordingStatus> failed) {
    var first = failed.stream().limit(3).map(r -> "%s: %s (%s)".formatted(r.pod(), r.message(), r.reason()));
    var rest = failed.size() > 3 ? "; and %d more, see status.recordings".formatted(failed.size() - 3) : "";
    return first.collect(Collectors.joining("; ")) + rest;
  }

  private Condition condition(String type, String reason, String message) {
    return new Condition(type, "True", reason, message, time(), job.getMetadata().getGeneration());
  }

  /** Keeps the time at which it became so, because a status that says nothing new is not written. */
  private Condition notComplete(Setback setback) {
    var before = Optional.ofNullable(job.getStatus().conditions()).orElse(List.of());
    var since = before.stream().findFirst().map(Condition::lastTransitionTime).orElseGet(this::time);
    var message = "the merged report cannot be made yet: " + setback.message();
    return new Condition("Complete", "False", setback.reason(), message, since, job.getMetadata().getGeneration());
  }

  private String time() {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
