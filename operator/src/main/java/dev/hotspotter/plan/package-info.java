/**
 * What is to be done next, from what was observed.
 *
 * <p>Decides only; knows observe and inject.
 *
 * <p>Begin with Planner.
 */
package dev.hotspotter.plan;
