package dev.hotspotter.pyroscope;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an ended job's recordings have come to in Pyroscope, and what is left to do.
 *
 * @param toSend those that are not there and may still get there
 * @param givenUp those that are not there and are not tried again, because it is too late
 * @param condition the job's condition Pushed as it should be now; empty while there is nothing to say
 */
public record PushPlan(
    List<RecordingStatus> toSend, List<RecordingStatus> givenUp, Optional<Condition> condition) {

  /** The condition that tells whether Pyroscope has what the job recorded. */
  public static final String PUSHED = "Pushed";

  private static final PushPlan NOTHING = new PushPlan(List.of(), List.of(), Optional.empty());

  /** What Pyroscope shows; it leaves out other events of the same recording. */
  private static final Set<Event> SHOWN = EnumSet.of(
      Event.CPU,
      Event.CTIMER,
      Event.ITIMER,
      Event.WALL,
      Event.ALLOC,
      Event.LIVE,
      Event.LOCK,
      Event.NATIVEMEM);

  private static final int NAMED = 3;

  /**
   * Nothing is to be done for a job that ended before there was a Pyroscope to send to.
   *
   * @param tried what came of this job's recordings by now, by target key; empty for a job that nobody has begun with
   * @param patience how long after its end a job's recordings are tried
   */
  public static PushPlan of(
      ProfileJob job, Optional<Map<String, PushOutcome>> tried, Duration patience, Instant now) {
    var deadline = deadline(job, patience);
    var isLate = now.isAfter(deadline);
    var recordings = recordings(job);
    var outcomes = tried.orElseGet(() -> isLate ? untold(recordings) : Map.of());
    var known = known(job);
    if (recordings.isEmpty() || isTold(job) || isLate && known.isEmpty() && tried.isEmpty()) {
      return NOTHING;
    }
    var unsuitable = unsuitable(job.getSpec().recording().events());
    if (unsuitable.isPresent()) {
      return new PushPlan(
          List.of(),
          List.of(),
          Optional.of(condition(job, "False", Reasons.PUSH_UNSUITABLE, unsuitable.get(), now)));
    }
    var open =
        recordings.stream().filter(r -> !isFinal(outcomes.get(Snapshot.key(r)))).toList();
    if (open.isEmpty() || isLate) {
      return new PushPlan(
          List.of(), open, Optional.of(verdict(job, recordings, open, outcomes, deadline, now)));
    }
    var trouble = open.stream()
        .map(r -> outcomes.get(Snapshot.key(r)))
        .filter(PushOutcome.Postponed.class::isInstance)
        .findFirst();
    var pending = trouble.map(outcome -> condition(
        job,
        "False",
        Reasons.PUSH_PENDING,
        "%s. It is tried again until %s".formatted(words(outcome), deadline),
        now));
    return new PushPlan(open, List.of(), pending.or(() -> known));
  }

  /** True when the job says for good what has become of its recordings. */
  public static boolean isTold(ProfileJob job) {
    return known(job).filter(c -> !c.reason().equals(Reasons.PUSH_PENDING)).isPresent();
  }

  /** Those of the job's that are not in Pyroscope, and of which it has not been said why they never will be. */
  public List<RecordingStatus> open() {
    return Stream.concat(toSend.stream(), givenUp.stream()).toList();
  }

  /** When a job's recordings are given up. */
  public static Instant deadline(ProfileJob job, Duration patience) {
    return Instant.parse(job.getStatus().completionTime()).plus(patience);
  }

  /** The conditions of the job's with this one among them, behind those that were there before. */
  public List<Condition> among(List<Condition> conditions) {
    return condition
        .map(mine -> Stream.concat(
                conditions.stream().filter(c -> !c.type().equals(PUSHED)), Stream.of(mine))
            .toList())
        .orElse(conditions);
  }

  private static List<RecordingStatus> recordings(ProfileJob job) {
    return Stream.ofNullable(job.getStatus().recordings())
        .flatMap(List::stream)
        .filter(r -> r.phase() == RecordingPhase.SUCCEEDED)
        .toList();
  }

  private static Optional<Condition> known(ProfileJob job) {
    return Stream.ofNullable(job.getStatus().conditions())
        .flatMap(List::stream)
        .filter(c -> c.type().equals(PUSHED))
        .findFirst();
  }

  private static Optional<String> unsuitable(List<Event> events) {
    var counters = events.stream().filter(Event::isCounter).findFirst();
    if (counters.isPresent()) {
      return counters.map(
          event -> "nothing is sent to Pyroscope, which would show samples of %s as CPU time"
              .formatted(event.word()));
    }
    return events.stream().anyMatch(SHOWN::contains)
        ? Optional.empty()
        : Optional.of("nothing is sent to Pyroscope, which shows no samples of "
            + events.stream().map(Event::word).collect(Collectors.joining(", ")));
  }

  private static boolean isFinal(PushOutcome outcome) {
    return outcome != null && outcome.isFinal();
  }

  private static Condition verdict(
      ProfileJob job,
      List<RecordingStatus> all,
      List<RecordingStatus> open,
      Map<String, PushOutcome> outcomes,
      Instant deadline,
      Instant now) {
    var missing = all.stream()
        .filter(r -> !(outcomes.get(Snapshot.key(r)) instanceof PushOutcome.Sent))
        .toList();
    if (missing.isEmpty()) {
      var what = all.size() == 1 ? "the recording is" : all.size() + " recordings are";
      var where = "in Pyroscope with the labels namespace=%s and profilejob=%s"
          .formatted(job.getMetadata().getNamespace(), job.getMetadata().getName());
      return condition(job, "True", Reasons.PUSHED, what + " " + where, now);
    }
    var why = missing.stream()
        .limit(NAMED)
        .map(r -> "%s: %s%s"
            .formatted(
                r.pod(),
                words(outcomes.get(Snapshot.key(r))),
                open.contains(r) ? "; given up at " + deadline : ""))
        .collect(Collectors.joining("; "));
    var rest = missing.size() > NAMED ? "; and %d more".formatted(missing.size() - NAMED) : "";
    return condition(
        job,
        "False",
        open.isEmpty() ? Reasons.PUSH_REFUSED : Reasons.PUSH_GIVEN_UP,
        "%d of %d recordings are not in Pyroscope; %s%s"
            .formatted(missing.size(), all.size(), why, rest),
        now);
  }

  /** Of a job that another operator has begun with, and this one finds too late. */
  private static Map<String, PushOutcome> untold(List<RecordingStatus> recordings) {
    var untold = new PushOutcome.Postponed(
        "the operator was away, and whether it was sent before that is not known");
    return recordings.stream().collect(Collectors.toMap(Snapshot::key, recording -> untold));
  }

  private static String words(PushOutcome outcome) {
    return outcome == null ? "it was not sent" : outcome.message();
  }

  /** Keeps the time at which its status became what it is. */
  private static Condition condition(
      ProfileJob job, String status, String reason, String message, Instant now) {
    var since = known(job)
        .filter(c -> c.status().equals(status))
        .map(Condition::lastTransitionTime)
        .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    return new Condition(
        PUSHED, status, reason, message, since, job.getMetadata().getGeneration());
  }
}
