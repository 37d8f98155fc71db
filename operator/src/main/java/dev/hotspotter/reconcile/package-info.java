/**
 * The passes: select, observe, plan, act, publish. No other room knows the Java Operator SDK, but for its delays between tries.
 *
 * <p>Knows all steps but render.
 *
 * <p>Begin with ProfileJobReconciler.
 */
package dev.hotspotter.reconcile;
