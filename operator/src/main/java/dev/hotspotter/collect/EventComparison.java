package dev.hotspotter.collect;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;

/**
 * Compares the stacks of one event with those of the baseline. Unreadable stacks do not fail the
 * job: the verdict says why they could not be read.
 */
public final class EventComparison {

  private EventComparison() {}

  /** Fetches the stacks of both jobs and makes the task that compares them. */
  @FunctionalInterface
  public interface Fetch {
    CompareEvent task()
        throws BadRecordingException, QuickLimitException, StoreException, IOException;
  }

  /**
   * The argument unreadable is the message for stacks that cannot be read, with a %s for the cause.
   */
  public static Differences run(Fetch fetch, RenderFolder folder, String unreadable)
      throws QuickLimitException, StoreException, IOException {
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
