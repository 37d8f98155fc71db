/**
 * Step 3: the state of each target, from its pod, the sidecar's report and the object store.
 *
 * <p>Observer reads pods and the store, all others decide; knows select, inject, report and storage.
 *
 * <p>Begin with TargetMachine.
 */
package dev.hotspotter.observe;
