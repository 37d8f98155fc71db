package dev.hotspotter.collect;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.OutgrownException;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;

/** The stacks of one event against earlier ones. Stacks that cannot be read fail nothing: the verdict says why. */
public final class EventComparison {

  private EventComparison() {}

  /** Fetches the stacks of both. */
  @FunctionalInterface
  public interface Fetch {
    CompareEvent task()
        throws BadRecordingException, OutgrownException, StoreException, IOException;
  }

  /** The sentence is for stacks that cannot be read, with a place for why. */
  public static Differences run(Fetch fetch, RenderFolder folder, String unreadable)
      throws OutgrownException, StoreException, IOException {
    try {
      return folder.run(fetch.task());
    } catch (BadRecordingException | StoreException e) {
      if (e instanceof StoreException store && !store.isNotFound() && !store.isTooLarge()) {
        throw store;
      }
      return Differences.none(Reasons.BASELINE_UNREADABLE, unreadable.formatted(e.getMessage()));
    }
  }
}
