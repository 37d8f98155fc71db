/**
 * The tasks of the render process.
 *
 * <p>Knows the other packages of render.
 *
 * <p>Begin with RenderTask.
 */
package dev.hotspotter.render.tasks;
