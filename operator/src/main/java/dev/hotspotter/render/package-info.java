/**
 * Step 5: a recording becomes files. Here is what all of its rooms share: limits, and what a recording does wrong.
 *
 * <p>Knows api.
 *
 * <p>Begin with render.tasks, which use stacks, formats and answers; render.process runs them.
 */
package dev.hotspotter.render;
