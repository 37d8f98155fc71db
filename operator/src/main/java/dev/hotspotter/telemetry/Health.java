package dev.hotspotter.telemetry;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The operator's liveness and readiness. */
public final class Health {

  private final BooleanSupplier started;
  private final BooleanSupplier watching;
  private final Supplier<Optional<String>> storeProblem;

  /**
   * @param started true once the operator knows all jobs, as leader or not
   * @param watching false when a watch on the API server is broken
   * @param storeProblem the store's error while it cannot be used; it answers at once
   */
  public Health(
      BooleanSupplier started, BooleanSupplier watching, Supplier<Optional<String>> storeProblem) {
    this.started = started;
    this.watching = watching;
    this.storeProblem = storeProblem;
  }

  /** Empty if the process should not be restarted. */
  public Optional<String> livenessProblem() {
    if (!started.getAsBoolean()) {
      return Optional.of(
          "the operator has not read all ProfileJobs from the API server yet; if this lasts, see its log");
    }
    return watching.getAsBoolean()
        ? Optional.empty()
        : Optional.of("a watch on the API server is broken");
  }

  /** Empty if the operator can carry out jobs. */
  public Optional<String> readinessProblem() {
    return livenessProblem()
        .or(() -> storeProblem().map(words -> "the object store cannot be used: " + words));
  }

  /** Empty if the store answered the last check. */
  Optional<String> storeProblem() {
    return storeProblem.get();
  }
}
