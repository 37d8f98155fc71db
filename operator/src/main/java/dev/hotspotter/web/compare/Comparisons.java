package dev.hotspotter.web.compare;

import dev.hotspotter.api.Event;
import dev.hotspotter.report.comparison.Differences;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Compares two recordings, or two jobs, when someone asks for it. */
public interface Comparisons {

  /** One side: the keys of its collapsed stacks, and a version that changes when they are written anew. */
  record Stacks(List<String> keys, String version) {}

  /** The question; the title is that of the differential flame graph. */
  record Asked(Event event, Stacks before, Stacks now, String title) {}

  /** The answer; the differential flame graph is a page, or empty where there is none. */
  record Compared(Differences differences, byte[] flameGraph) {}

  /** Empty when too much is under way, and cancelled when that turns out later; then ask again after a while. */
  Optional<CompletableFuture<Compared>> compare(Asked asked);
}
