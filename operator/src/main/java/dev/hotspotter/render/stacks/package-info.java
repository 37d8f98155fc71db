/**
 * Converts a recording to stacks: selects its samples, assigns them to frames, and finds the hot
 * frames.
 *
 * <p>Knows render and the types of report.
 *
 * <p>Begin with RecordedStacks.
 */
package dev.hotspotter.render.stacks;
