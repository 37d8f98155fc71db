/**
 * Step 5: renders a recording to files. This package has what its inner packages share: limits and
 * exceptions.
 *
 * <p>Knows api.
 *
 * <p>Begin with render.tasks, which use stacks, formats and answers; render.process runs them.
 */
package dev.hotspotter.render;
