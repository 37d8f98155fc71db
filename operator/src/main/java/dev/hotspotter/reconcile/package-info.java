/**
 * Runs the passes: select, observe, plan, act, publish. No other package uses the Java Operator
 * SDK, except for its retry delays.
 *
 * <p>Knows all steps but render.
 *
 * <p>Begin with ProfileJobReconciler.
 */
package dev.hotspotter.reconcile;
