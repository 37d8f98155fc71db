package dev.hotspotter.pyroscope;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.observe.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The next step for an ended job's recordings on their way to Pyroscope.
 *
 * @param toSend the recordings to send
 * @param givenUp the recordings that it is too late to send
 * @param condition the job's condition Pushed as it should be now; empty if the job needs none yet
 */
public record PushPlan(
    List<RecordingStatus> toSend, List<RecordingStatus> givenUp, Optional<Condition> condition) {

  /** The type of the condition that tells whether Pyroscope has the job's recordings. */
  public static final String PUSHED = "Pushed";

  private static final PushPlan NOTHING = new PushPlan(List.of(), List.of(), Optional.empty());

  /** The events that Pyroscope ignores in a recording. */
  private static final Set<Event> HIDDEN =
      EnumSet.of(Event.EXCEPTIONS, Event.TRACE, Event.NATIVELOCK);

  private static final int NAMED = 3;

  private static final PushOutcome UNTRIED = new PushOutcome.Postponed("it was not sent");

  /** Another operator began to send the job, and this one found it too late. */
  private static final PushOutcome UNKNOWN =
      new PushOutcome.Postponed("the operator found the job too late to know whether it was sent");

  /**
   * Plans nothing for a settled job, or one that ended before the installation had a Pyroscope.
   *
   * @param tried the latest outcomes by target key; empty if this operator has not queued the job
   * @param patience how long after the job's end its recordings are tried
   */
  public static PushPlan of(
      ProfileJob job, Optional<Map<String, PushOutcome>> tried, Duration patience, Instant now) {
    var deadline = deadline(job, patience);
    var isLate = now.isAfter(deadline);
    var known = job.getStatus().condition(PUSHED);
    var untried = isLate && tried.isEmpty() ? UNKNOWN : UNTRIED;
    var outcomes = new LinkedHashMap<RecordingStatus, PushOutcome>();
    recordings(job)
        .forEach(r -> outcomes.put(r, tried.map(t -> t.get(Snapshot.key(r))).orElse(untried)));
    if (outcomes.isEmpty() || isSettled(job) || untried == UNKNOWN && known.isEmpty()) {
      return NOTHING;
    }
    var unsuitable = unsuitable(job.getSpec().recording().types());
    if (unsuitable.isPresent()) {
      return new PushPlan(
          List.of(),
          List.of(),
          unsuitable.map(why -> condition(job, "False", Reasons.PUSH_UNSUITABLE, why, now)));
    }
    var open =
        outcomes.keySet().stream().filter(r -> !outcomes.get(r).isFinal()).toList();
    if (open.isEmpty() || isLate) {
      return new PushPlan(List.of(), open, Optional.of(verdict(job, outcomes, deadline, now)));
    }
    var pending = open.stream()
        .map(outcomes::get)
        .filter(outcome -> outcome != UNTRIED)
        .findFirst()
        .map(trouble ->
            "%s; the operator tries again until %s".formatted(trouble.message(), deadline))
        .map(message -> condition(job, "Unknown", Reasons.PUSH_PENDING, message, now));
    return new PushPlan(open, List.of(), pending.or(() -> known));
  }

  /** True if the job's condition is final: the operator does nothing more with its recordings. */
  public static boolean isSettled(ProfileJob job) {
    return job.getStatus()
        .condition(PUSHED)
        .filter(c -> !c.reason().equals(Reasons.PUSH_PENDING))
        .isPresent();
  }

  /** The recordings that are neither in Pyroscope nor refused. */
  public List<RecordingStatus> open() {
    return Stream.concat(toSend.stream(), givenUp.stream()).toList();
  }

  /** The time at which the operator gives up the job's recordings. */
  public static Instant deadline(ProfileJob job, Duration patience) {
    return Instant.parse(job.getStatus().completionTime()).plus(patience);
  }

  /** The conditions with this plan's condition in place of the earlier one, at the end. */
  public List<Condition> addedTo(List<Condition> conditions) {
    return condition
        .map(pushed -> Stream.concat(
                conditions.stream().filter(c -> !c.type().equals(PUSHED)), Stream.of(pushed))
            .toList())
        .orElse(conditions);
  }

  private static Stream<RecordingStatus> recordings(ProfileJob job) {
    return Stream.ofNullable(job.getStatus().recordings())
        .flatMap(List::stream)
        .filter(r -> r.phase() == RecordingPhase.SUCCEEDED);
  }

  private static Optional<String> unsuitable(List<Event> events) {
    var counters = events.stream().filter(Event::isCounter).findFirst();
    if (counters.isPresent()) {
      return counters.map(
          event -> "nothing is sent to Pyroscope, which would show samples of %s as CPU time"
              .formatted(event.word()));
    }
    return Optional.of(events)
        .filter(HIDDEN::containsAll)
        .map(all -> "nothing is sent to Pyroscope, which shows no samples of "
            + all.stream().map(Event::word).collect(Collectors.joining(", ")));
  }

  private static Condition verdict(
      ProfileJob job, Map<RecordingStatus, PushOutcome> outcomes, Instant deadline, Instant now) {
    var missing = outcomes.entrySet().stream()
        .filter(entry -> !(entry.getValue() instanceof PushOutcome.Sent))
        .toList();
    if (missing.isEmpty()) {
      var sent = "%s in Pyroscope with the labels namespace=%s and profilejob=%s"
          .formatted(
              outcomes.size() == 1 ? "the recording is" : outcomes.size() + " recordings are",
              job.getMetadata().getNamespace(),
              job.getMetadata().getName());
      return condition(job, "True", Reasons.PUSHED, sent, now);
    }
    var givenUp = "; given up at " + deadline;
    var named = missing.stream()
        .limit(NAMED)
        .map(entry -> entry.getKey().pod() + ": " + entry.getValue().message()
            + (entry.getValue().isFinal() ? "" : givenUp))
        .collect(Collectors.joining("; "));
    var rest = missing.size() > NAMED ? "; and %d more".formatted(missing.size() - NAMED) : "";
    var message = "%d of %d recordings are not in Pyroscope; %s%s"
        .formatted(missing.size(), outcomes.size(), named, rest);
    var isRefused = outcomes.values().stream().allMatch(PushOutcome::isFinal);
    var reason = isRefused ? Reasons.PUSH_REFUSED : Reasons.PUSH_GIVEN_UP;
    return condition(job, "False", reason, message, now);
  }

  private static Condition condition(
      ProfileJob job, String status, String reason, String message, Instant now) {
    var since = job.getStatus().since(PUSHED, status, now);
    return new Condition(
        PUSHED, status, reason, message, since, job.getMetadata().getGeneration());
  }
}
