package dev.hotspotter;

import dev.hotspotter.collect.EventComparison;
import dev.hotspotter.collect.RenderFolder;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.web.compare.Comparisons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The pages' comparisons, on render threads that running jobs do not need. */
record StackComparisons(ObjectStore store, RenderPool pool, ApplicationCode code, long maxBytes)
    implements Comparisons {

  private static final long LARGEST_GRAPH = 8 << 20;

  @Override
  public Optional<CompletableFuture<Compared>> compare(Asked asked) {
    var answer = new CompletableFuture<Compared>();
    var accepted = pool.submitLater(
        renderer -> {
          try {
            var compared = make(asked, renderer);
            return () -> answer.complete(compared);
          } catch (StoreException | IOException | RuntimeException | Error e) {
            // also an Error, or other requests for the same comparison would wait for ever
            return () -> answer.completeExceptionally(e);
          }
        },
        () -> answer.cancel(false));
    return accepted ? Optional.of(answer) : Optional.empty();
  }

  /** Compares stacks whose total size is within the limit. */
  private Compared make(Asked asked, Renderer renderer)
      throws QuickLimitException, StoreException, IOException {
    try (var folder = new RenderFolder(store, renderer)) {
      var html = folder.file("difference.html");
      var differences = EventComparison.run(
          () -> {
            var before = folder.fetchAll("a", asked.before().keys(), maxBytes, maxBytes);
            var now = folder.fetchAll("b", asked.now().keys(), maxBytes, maxBytes);
            return new CompareEvent(asked.event(), before, now, code, asked.title(), html);
          },
          folder,
          "the stacks cannot be compared: %s; choose one target of each, or another job");
      return differences.flameGraph() == null ? none(differences) : drawn(differences, html);
    }
  }

  private static Compared drawn(Differences differences, Path html) throws IOException {
    if (Files.size(html) > LARGEST_GRAPH) {
      var d = differences;
      return none(new Differences(
          d.verdict(), null, d.baselineSamples(), d.samples(), d.self(), d.application()));
    }
    return new Compared(differences, Files.readAllBytes(html));
  }

  private static Compared none(Differences differences) {
    return new Compared(differences, new byte[0]);
  }
}
