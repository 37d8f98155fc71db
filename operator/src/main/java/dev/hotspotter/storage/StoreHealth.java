package dev.hotspotter.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's health at the last check. A store that hangs blocks only this thread, never a reader
 * of the result.
 */
public final class StoreHealth implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Supplier<Optional<String>> question;
  private final Duration period;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
      Thread.ofPlatform().daemon().name("store-health").factory());
  private volatile Optional<String> lastAnswer = Optional.of("it has not answered yet");

  /** The check asks the object store; it answers with the store's error, or with nothing. */
  public StoreHealth(Supplier<Optional<String>> question) {
    this(question, PERIOD);
  }

  StoreHealth(Supplier<Optional<String>> question, Duration period) {
    this.question = question;
    this.period = period;
  }

  /** Returns after the first check. */
  public void start() {
    ask();
    timer.scheduleWithFixedDelay(
        this::ask, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void ask() {
    try {
      lastAnswer = question.get();
    } catch (Throwable e) {
      // an exception would stop the timer; okhttp, which is Kotlin, throws undeclared ones
      var words = Optional.of(e.toString());
      if (!words.equals(lastAnswer)) {
        LOG.error("the check of the object store failed", e);
      }
      lastAnswer = words;
    }
  }

  /** Empty if the store worked at the last check. */
  public Optional<String> problem() {
    return lastAnswer;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
