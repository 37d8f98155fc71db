/**
 * Stacks become flame graphs, heat maps and other formats, by async-profiler's converter.
 *
 * <p>Knows render.stacks.
 *
 * <p>Begin with Formats.
 */
package dev.hotspotter.render.formats;
