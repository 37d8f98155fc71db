package dev.hotspotter.telemetry;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The operator's liveness and readiness. */
public final class Health {

  private final Supplier<Optional<String>> startProblem;
  private final BooleanSupplier watching;
  private final Supplier<Optional<String>> storeProblem;

  /**
   * @param startProblem what the operator waits for until it knows all jobs, as leader or not
   * @param watching false when a watch on the API server is broken
   * @param storeProblem the store's error while it cannot be used; it answers at once
   */
  public Health(
      Supplier<Optional<String>> startProblem,
      BooleanSupplier watching,
      Supplier<Optional<String>> storeProblem) {
    this.startProblem = startProblem;
    this.watching = watching;
    this.storeProblem = storeProblem;
  }

  /** Empty if the process should not be restarted. A new one would wait for the same. */
  public Optional<String> livenessProblem() {
    return startProblem.get().isPresent() || watching.getAsBoolean()
        ? Optional.empty()
        : Optional.of("a watch on the API server is broken");
  }

  /** Empty if the operator can carry out jobs. */
  public Optional<String> readinessProblem() {
    return startProblem
        .get()
        .or(this::livenessProblem)
        .or(() -> storeProblem().map(words -> "the object store cannot be used: " + words));
  }

  /** Empty if the store answered the last check. */
  Optional<String> storeProblem() {
    return storeProblem.get();
  }
}
