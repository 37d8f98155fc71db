package dev.hotspotter.web.compare;

import dev.hotspotter.api.Event;
import dev.hotspotter.report.comparison.Differences;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Compares what two recordings, or two jobs, have found, when someone wants to see it. */
public interface Comparisons {

  /** One side: the keys of its collapsed stacks, and what tells it from one that is written anew under the same keys. */
  record Stacks(List<String> keys, String version) {}

  /** What is to be compared; the title is that of the differential flame graph. */
  record Asked(Event event, Stacks before, Stacks now, String title) {}

  /** What came of it; the differential flame graph is a page, without content where there is none. */
  record Compared(Differences differences, byte[] flameGraph) {}

  /** Empty when so much is under way that it should be asked for again later; cancelled when that turns out once it has begun. */
  Optional<CompletableFuture<Compared>> compare(Asked asked);
}
