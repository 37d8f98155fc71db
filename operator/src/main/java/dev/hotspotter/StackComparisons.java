package dev.hotspotter;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.collect.RenderFolder;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.OutgrownException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The pages' comparisons: on the threads that render, when these have nothing to do for running jobs. */
record StackComparisons(ObjectStore store, RenderPool pool, ApplicationCode code, long maxBytes) implements Comparisons {

  private static final long LARGEST_GRAPH = 8 << 20;

  @Override
  public Optional<CompletableFuture<Compared>> compare(Asked asked) {
    var answer = new CompletableFuture<Compared>();
    var accepted = pool.submitLater(renderer -> {
      try {
        var compared = make(asked, renderer);
        return () -> answer.complete(compared);
      } catch (StoreException | IOException | RuntimeException | Error e) {
        // an Error, too, or all who ask for the same would wait for ever
        return () -> answer.completeExceptionally(e);
      }
    }, () -> answer.cancel(false));
    return accepted ? Optional.of(answer) : Optional.empty();
  }

  private Compared make(Asked asked, Renderer renderer) throws OutgrownException, StoreException, IOException {
    try (var folder = new RenderFolder(store, renderer)) {
      var before = fetch("a", asked.before().keys(), maxBytes, folder);
      var now = fetch("b", asked.now().keys(), maxBytes - bytes(before), folder);
      var task = new CompareEvent(
          asked.event(), before, now, code, asked.title(), folder.file("difference.html"));
      var differences = folder.run(task);
      return differences.flameGraph() == null ? none(differences) : drawn(differences, task.html());
    } catch (BadRecordingException e) {
      return unreadable(e.getMessage());
    } catch (StoreException e) {
      if (e.isNotFound() || e.isTooLarge()) {
        return unreadable(e.getMessage());
      }
      throw e;
    }
  }

  private static Compared drawn(Differences differences, Path html) throws IOException {
    if (Files.size(html) > LARGEST_GRAPH) {
      var d = differences;
      return none(new Differences(d.verdict(), null, d.baselineSamples(), d.samples(), d.self(), d.application()));
    }
    return new Compared(differences, Files.readAllBytes(html));
  }

  private static Compared unreadable(String words) {
    return none(
        Differences.none(
            Reasons.BASELINE_UNREADABLE, "the stacks cannot be compared: %s; choose one target of each, or another job".formatted(words)));
  }

  private static Compared none(Differences differences) {
    return new Compared(differences, new byte[0]);
  }

  /** All files of a side together are no larger than the limit. */
  private List<Path> fetch(String side, List<String> keys, long limit, RenderFolder folder)
      throws BadRecordingException, OutgrownException, StoreException, IOException {
    var all = new ArrayList<Path>();
    var left = limit;
    for (var key : keys) {
      var file = folder.file("%s-%d.collapsed".formatted(side, all.size()));
      left -= folder.fetch(key, file, left).bytes();
      all.add(file);
    }
    return all;
  }

  private static long bytes(List<Path> files) throws IOException {
    long bytes = 0;
    for (var file : files) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
