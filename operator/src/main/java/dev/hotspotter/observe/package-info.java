/**
 * Step 3: where each target stands, from its pod, the sidecar's report and the object store.
 *
 * <p>Decides only; knows select, inject and report.
 *
 * <p>Begin with TargetMachine.
 */
package dev.hotspotter.observe;
