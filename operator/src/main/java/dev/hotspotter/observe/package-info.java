/**
 * Step 3: the state of each target, from its pod, the sidecar's report and the object store.
 *
 * <p>Decides only; knows select, inject and report.
 *
 * <p>Begin with TargetMachine.
 */
package dev.hotspotter.observe;
