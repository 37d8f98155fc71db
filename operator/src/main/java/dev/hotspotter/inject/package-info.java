/**
 * Step 2: the sidecar's spec, and the patch that puts it into a running pod.
 *
 * <p>Knows select, and what select knows.
 *
 * <p>Begin with SidecarSpec.
 */
package dev.hotspotter.inject;
