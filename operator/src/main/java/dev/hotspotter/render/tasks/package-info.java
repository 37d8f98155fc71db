/**
 * The pieces of work that the render process is asked to do.
 *
 * <p>Knows the other rooms of render.
 *
 * <p>Begin with RenderTask.
 */
package dev.hotspotter.render.tasks;
