/**
 * A recording becomes stacks: which samples count, whose they are, and which frames are hot.
 *
 * <p>Knows render and the words of report.
 *
 * <p>Begin with RecordedStacks.
 */
package dev.hotspotter.render.stacks;
