package dev.hotspotter;

import dev.hotspotter.StartCheck.Problem;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.javaoperatorsdk.operator.processing.retry.Retry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the operator can read ProfileJobs. An API server that is away comes back by itself; a
 * person must mend what it refuses, so a refusal ends the start.
 */
final class FirstContact {

  private static final Logger LOG = LoggerFactory.getLogger(FirstContact.class);

  private static final Retry PAUSES = new GenericRetry()
      .setInitialInterval(100)
      .setIntervalMultiplier(2)
      .setMaxInterval(2_000)
      .withoutMaxAttempts();

  private static final String READING =
      "the operator has not read all ProfileJobs from the API server yet; if this lasts, see its log";

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  /** Until an API server has read its own rules, it refuses what they allow. */
  private static final Duration STARTING = Duration.ofSeconds(30);

  private final Supplier<Optional<Problem>> check;
  private final Clock clock;
  private volatile String state = READING;

  FirstContact(Supplier<Optional<Problem>> check, Clock clock) {
    this.check = check;
    this.clock = clock;
  }

  /** Says that the start cannot succeed until someone follows the message. */
  static final class StartException extends RuntimeException {
    StartException(String message) {
      super(message);
    }
  }

  /** What an operator that has not started waits for. */
  String state() {
    return state;
  }

  /**
   * Returns when the operator can read ProfileJobs.
   *
   * @throws StartException if a person must do something first
   */
  void await() {
    var pauses = PAUSES.initExecution();
    var lastAway = Instant.MIN;
    var nextLine = Instant.MIN;
    LOG.info("asks the API server for ProfileJobs");
    var found = check.get();
    while (found.isPresent()) {
      var now = clock.instant();
      var words = found.get().words();
      if (found.get().isAway()) {
        lastAway = now;
      } else if (lastAway.isBefore(now.minus(STARTING))) {
        throw new StartException(words);
      }
      state = words;
      if (!now.isBefore(nextLine)) {
        LOG.warn("waiting: {}", words);
        nextLine = now.plus(BETWEEN_LINES);
      }
      pause(pauses.nextDelay().orElseThrow());
      found = check.get();
    }
    if (!lastAway.equals(Instant.MIN)) {
      LOG.info("the API server answers");
    }
    state = READING;
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("its thread was told to end");
    }
  }
}
