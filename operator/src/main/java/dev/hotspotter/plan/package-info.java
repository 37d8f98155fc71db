/**
 * Decides the next actions from the observations.
 *
 * <p>Decides only; knows observe and inject.
 *
 * <p>Begin with Planner.
 */
package dev.hotspotter.plan;
