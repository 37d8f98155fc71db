/**
 * Renders in separate processes, within budgets of memory, disk and time; jobs and namespaces take
 * turns.
 *
 * <p>Knows render.tasks.
 *
 * <p>Begin with RenderPool.
 */
package dev.hotspotter.render.process;
