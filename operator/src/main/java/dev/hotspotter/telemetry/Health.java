package dev.hotspotter.telemetry;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Whether the operator lives, and whether it can do its work. */
public final class Health implements AutoCloseable {

  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final BooleanSupplier started;
  private final BooleanSupplier watching;
  private final Supplier<Optional<String>> storeProblem;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("health").factory());
  private volatile Optional<String> lastStoreProblem = Optional.of("not asked yet");

  /**
   * @param started true once the operator knows all jobs, whether it leads or waits for its turn
   * @param watching false when a watch on the API server is broken
   * @param storeProblem asks the object store; its own words when it cannot be used
   */
  public Health(BooleanSupplier started, BooleanSupplier watching, Supplier<Optional<String>> storeProblem) {
    this.started = started;
    this.watching = watching;
    this.storeProblem = storeProblem;
  }

  public void start() {
    timer.scheduleWithFixedDelay(this::askStore, 0, PERIOD.toSeconds(), TimeUnit.SECONDS);
  }

  private void askStore() {
    try {
      lastStoreProblem = storeProblem.get();
    } catch (RuntimeException e) {
      lastStoreProblem = Optional.of(e.toString());
    }
  }

  /** Empty when the process should go on living. */
  public Optional<String> livenessProblem() {
    if (!started.getAsBoolean()) {
      return Optional.of("the operator has not read all ProfileJobs from the API server yet; if this lasts, see its log");
    }
    return watching.getAsBoolean() ? Optional.empty() : Optional.of("a watch on the API server is broken");
  }

  /** Empty when jobs can be carried out. */
  public Optional<String> readinessProblem() {
    return livenessProblem().or(() -> lastStoreProblem.map(words -> "the object store cannot be used: " + words));
  }

  /** Empty when the object store could be used when it was last asked. */
  Optional<String> storeProblem() {
    return lastStoreProblem;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
