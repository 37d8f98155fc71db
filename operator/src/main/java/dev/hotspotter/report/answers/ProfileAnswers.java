package dev.hotspotter.report.answers;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Answers of a profile besides its stacks. Answers of several targets can be added up. Their size
 * is bounded, whatever the size of the recording.
 *
 * @param windowNanos the duration of all recordings together
 * @param threads null without the event wall
 * @param locks null without the event lock and without the JVM's own events
 * @param calls null without the event trace
 * @param pauses null without the JVM's own events
 * @param inlined samples in inlined methods, for each event of CPU or wall time; null without one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileAnswers(
    long windowNanos,
    ThreadTimes threads,
    LockWaits locks,
    TracedCalls calls,
    GcPauses pauses,
    Map<String, InlinedCode> inlined) {

  /** Whether a recording with these settings gives any answers. */
  public static boolean areIn(Recording recording) {
    return recording.jfrSync() != null
        || recording.types().stream()
            .anyMatch(e -> e.isEngine() || e == Event.WALL || e == Event.LOCK || e == Event.TRACE);
  }

  /** The sum of both. */
  public ProfileAnswers plus(ProfileAnswers other) {
    var window = windowNanos + other.windowNanos;
    return new ProfileAnswers(
        window,
        either(threads, other.threads, ThreadTimes::plus),
        either(locks, other.locks, LockWaits::plus),
        either(calls, other.calls, TracedCalls::plus),
        either(pauses, other.pauses, (a, b) -> a.plus(b, window)),
        either(inlined, other.inlined, ProfileAnswers::both));
  }

  /** The answers as a report shows them, without the data that only plus needs. */
  public ProfileAnswers published() {
    return new ProfileAnswers(
        windowNanos,
        threads == null ? null : threads.published(),
        locks == null ? null : locks.published(),
        calls == null ? null : calls.published(),
        pauses,
        inlined);
  }

  private static Map<String, InlinedCode> both(
      Map<String, InlinedCode> some, Map<String, InlinedCode> others) {
    var all = new TreeMap<>(some);
    others.forEach((event, code) -> all.merge(event, code, InlinedCode::plus));
    return all;
  }

  private static <T> T either(T a, T b, BinaryOperator<T> plus) {
    return a == null ? b : b == null ? a : plus.apply(a, b);
  }
}
