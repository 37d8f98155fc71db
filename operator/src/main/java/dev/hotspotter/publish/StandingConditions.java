package dev.hotspotter.publish;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.observe.Harm;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/**
 * A job's conditions besides its progress: the choice of targets, a suspension, harm, a passed
 * deadline.
 */
final class StandingConditions {

  /** The condition about the choice of targets; it stays. */
  static final String SELECTED = Reasons.TARGETS_SELECTED;

  /** The condition of a suspended job, as batch/v1 names it. */
  static final String SUSPENDED = "Suspended";

  /** The condition of a job that starts no further target; it stays. */
  static final String HARMED = "Harmed";

  private final ProfileJob job;
  private final ProfileJobStatus before;
  private final Instant now;

  StandingConditions(ProfileJob job, ProfileJobStatus before, Instant now) {
    this.job = job;
    this.before = before;
    this.now = now;
  }

  /** All of them, for a job in this phase with these targets. */
  Stream<Condition> of(JobPhase phase, List<RecordingStatus> recordings) {
    return Stream.of(chosen(), suspended(phase, recordings), harmed(recordings), late(phase))
        .flatMap(all -> all);
  }

  /** A condition that keeps the time of its last change, because an unchanged status is not written. */
  Condition lasting(String type, String status, String reason, String message) {
    var since = before.since(type, status, now);
    return new Condition(type, status, reason, message, since, job.getMetadata().getGeneration());
  }

  private Stream<Condition> chosen() {
    return before.condition(SELECTED).filter(c -> c.status().equals("True")).stream();
  }

  Stream<Condition> suspended(JobPhase phase, List<RecordingStatus> recordings) {
    return phase.isTerminal() || !job.getSpec().suspended()
        ? Stream.empty()
        : Stream.of(lasting(
            SUSPENDED, "True", Reasons.JOB_SUSPENDED, TargetSentences.suspended(recordings)));
  }

  Stream<Condition> harmed(List<RecordingStatus> recordings) {
    return Harm.in(recordings).stream()
        .map(target -> lasting(HARMED, "True", target.reason(), TargetSentences.harmed(target)));
  }

  private Stream<Condition> late(JobPhase phase) {
    if (phase.isTerminal()
        || before.deadline() == null
        || !now.isAfter(Instant.parse(before.deadline()))) {
      return Stream.empty();
    }
    return Stream.of(before
        .condition(Deadline.EXCEEDED)
        .orElseGet(() -> lasting(
            Deadline.EXCEEDED,
            "True",
            Reasons.DEADLINE_EXCEEDED,
            "the job's deadline has passed; stored recordings are rendered until %s, and other targets fail"
                .formatted(now.truncatedTo(ChronoUnit.SECONDS).plus(Deadline.RENDER_GRACE)))));
  }
}
