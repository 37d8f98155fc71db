package dev.hotspotter.web.compare;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.report.comparison.Differences;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Compares two recordings or jobs on demand. */
public interface Comparisons {

  /** One side: the keys of its collapsed stacks, and a version that changes with them. */
  record Stacks(List<String> keys, String version) {}

  /** The two sides and the title of the differential flame graph. */
  record Asked(Event event, Stacks before, Stacks now, String title) {}

  /** The result; the differential flame graph is a page, or empty. */
  record Compared(Differences differences, byte[] flameGraph) {}

  /**
   * Empty if the operator is too busy; the future is cancelled if it becomes so. Ask again later.
   */
  Optional<CompletableFuture<Compared>> compare(Asked asked);
}
