package dev.hotspotter.render.process;

import dev.hotspotter.render.QuickLimitException;

/**
 * A piece of render work. If it exceeds the limits of its renderer, it starts again with a renderer
 * of the thorough lane.
 */
@FunctionalInterface
public interface RenderWork {

  /**
   * Runs the work, and returns an action for its result. The action is skipped if the work was
   * cancelled or starts again.
   */
  Runnable run(Renderer renderer) throws QuickLimitException;
}
