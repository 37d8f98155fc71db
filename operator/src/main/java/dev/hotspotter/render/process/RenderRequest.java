package dev.hotspotter.render.process;

import dev.hotspotter.render.tasks.RenderTask;

/**
 * A request to a {@link RenderWorker}.
 *
 * @param room the maximum bytes of all its files together
 */
record RenderRequest(RenderTask<?> task, long room) {}
