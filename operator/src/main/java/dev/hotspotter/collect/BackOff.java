package dev.hotspotter.collect;

import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.javaoperatorsdk.operator.processing.retry.Retry;
import io.javaoperatorsdk.operator.processing.retry.RetryExecution;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Delays for failed work, by its key: a second at first, then twice as long each time, up to half a
 * minute.
 */
final class BackOff {

  private static final Retry RETRY = new GenericRetry()
      .setInitialInterval(1_000)
      .setIntervalMultiplier(2)
      .setMaxInterval(30_000)
      .withoutMaxAttempts();

  private final Clock clock;
  private final Map<String, Held> held = new ConcurrentHashMap<>();

  /** The end of the current delay, and the delays that follow. */
  private record Held(Instant until, RetryExecution delays) {}

  BackOff(Clock clock) {
    this.clock = clock;
  }

  boolean holds(String key) {
    var of = held.get(key);
    return of != null && clock.instant().isBefore(of.until());
  }

  /** Records the end of an attempt; done clears the delay. */
  void after(String key, boolean done) {
    held.compute(key, (k, before) -> done ? null : next(before));
  }

  private Held next(Held before) {
    var delays = before == null ? RETRY.initExecution() : before.delays();
    return new Held(clock.instant().plusMillis(delays.nextDelay().orElseThrow()), delays);
  }
}
