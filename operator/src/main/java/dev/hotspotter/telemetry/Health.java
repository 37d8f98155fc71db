package dev.hotspotter.telemetry;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Whether the operator lives, and whether it can do its work. */
public final class Health {

  private final BooleanSupplier started;
  private final BooleanSupplier watching;
  private final Supplier<Optional<String>> storeProblem;

  /**
   * @param started true once the operator knows all jobs, whether it leads or waits for its turn
   * @param watching false when a watch on the API server is broken
   * @param storeProblem the object store's own words when it cannot be used; it answers at once
   */
  public Health(BooleanSupplier started, BooleanSupplier watching, Supplier<Optional<String>> storeProblem) {
    this.started = started;
    this.watching = watching;
    this.storeProblem = storeProblem;
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
    return livenessProblem().or(() -> storeProblem().map(words -> "the object store cannot be used: " + words));
  }

  /** Empty when the object store could be used when it was last asked. */
  Optional<String> storeProblem() {
    return storeProblem.get();
  }
}
