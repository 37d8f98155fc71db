package dev.hotspotter.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Whether the object store can be used, as last asked: a store that hangs holds this one thread, and nobody who only wants to know. */
public final class StoreHealth implements AutoCloseable {

  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Supplier<Optional<String>> question;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("store-health").factory());
  private volatile Optional<String> lastAnswer = Optional.of("it has not answered yet");

  /** The question asks the object store; its answer is the store's own words when it cannot be used. */
  public StoreHealth(Supplier<Optional<String>> question) {
    this.question = question;
  }

  /** Returns when it has asked for the first time. */
  public void start() {
    ask();
    timer.scheduleWithFixedDelay(this::ask, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
  }

  private void ask() {
    try {
      lastAnswer = question.get();
    } catch (RuntimeException e) {
      lastAnswer = Optional.of(e.toString());
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
