/**
 * Runs the passes: select, observe, plan, act, publish. Only this package and the root know the Java
 * Operator SDK; collect and pyroscope borrow its delays between tries.
 *
 * <p>Knows all steps but render.
 *
 * <p>Begin with ProfileJobReconciler.
 */
package dev.hotspotter.reconcile;
