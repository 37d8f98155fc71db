package dev.hotspotter.render.process;

import dev.hotspotter.render.tasks.RenderTask;

/**
 * What a {@link RenderWorker} is asked to do.
 *
 * @param room the bytes that its files may have together
 */
record RenderQuestion(RenderTask<?> task, long room) {}
