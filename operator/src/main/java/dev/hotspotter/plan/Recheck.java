package dev.hotspotter.plan;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.inject.AttachDelay;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.observe.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The time until the next pass. Events of pods cause passes by themselves; an upload causes none.
 */
final class Recheck {

  private static final Duration AT_LEAST = Duration.ofMillis(100);
  private static final Duration USUAL = Duration.ofSeconds(1);
  private static final Duration AT_MOST = Duration.ofSeconds(5);

  /** For targets that wait until their job goes on, which causes a pass by itself. */
  private static final Duration WHILE_SUSPENDED = Duration.ofMinutes(5);

  /** The time after an upload's expected end in which passes follow at the shortest interval. */
  private static final Duration EAGER = Duration.ofSeconds(3);

  private Recheck() {}

  static Duration after(Snapshot seen, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(target -> !target.phase().isTerminal())
        .map(target -> after(seen, target))
        .min(Comparator.naturalOrder())
        .orElse(USUAL);
  }

  private static Duration after(Snapshot seen, RecordingStatus target) {
    if (target.phase() == RecordingPhase.PENDING && seen.job().getSpec().suspended()) {
      var left = Duration.between(seen.now(), Deadline.of(seen.job()));
      return left.isNegative() ? USUAL : between(AT_LEAST, left, WHILE_SUSPENDED);
    }
    if (Reasons.FIRST_WAVE_RECORDS.equals(target.reason())) {
      return AT_MOST;
    }
    if (!target.phase().mayRecord()) {
      return USUAL;
    }
    var duration = Durations.parse(seen.job().getSpec().recording().duration());
    var expectedEnd = Instant.parse(target.injectionTime())
        .plus(duration)
        .plus(AttachDelay.of(seen.job(), target));
    var left = Duration.between(seen.now(), expectedEnd);
    if (left.plus(EAGER).isNegative()) {
      return USUAL;
    }
    return between(AT_LEAST, left, AT_MOST);
  }

  private static Duration between(Duration least, Duration time, Duration most) {
    var next = time.compareTo(least) < 0 ? least : time;
    return next.compareTo(most) > 0 ? most : next;
  }
}
