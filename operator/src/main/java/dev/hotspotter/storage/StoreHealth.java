package dev.hotspotter.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the object store can be used, as last asked: a store that hangs holds this one thread, and nobody who only wants to know. */
public final class StoreHealth implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Supplier<Optional<String>> question;
  private final Duration period;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
      Thread.ofPlatform().daemon().name("store-health").factory());
  private volatile Optional<String> lastAnswer = Optional.of("it has not answered yet");

  /** The question asks the object store; its answer is the store's own words when it cannot be used. */
  public StoreHealth(Supplier<Optional<String>> question) {
    this(question, PERIOD);
  }

  StoreHealth(Supplier<Optional<String>> question, Duration period) {
    this.question = question;
    this.period = period;
  }

  /** Returns when it has asked for the first time. */
  public void start() {
    ask();
    timer.scheduleWithFixedDelay(
        this::ask, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void ask() {
    try {
      lastAnswer = question.get();
    } catch (Throwable e) {
      // or the timer would never ask again; okhttp, which is Kotlin, throws what no signature
      // declares
      var words = Optional.of(e.toString());
      if (!words.equals(lastAnswer)) {
        LOG.error("the object store could not be asked", e);
      }
      lastAnswer = words;
    }
  }

  /** Empty when the object store could be used when it was last asked. */
  public Optional<String> problem() {
    return lastAnswer;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
