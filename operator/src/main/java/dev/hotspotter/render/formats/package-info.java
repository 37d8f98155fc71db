/**
 * Renders stacks to flame graphs, heat maps and other formats, with async-profiler's converter.
 *
 * <p>Knows render.stacks.
 *
 * <p>Begin with Formats.
 */
package dev.hotspotter.render.formats;
