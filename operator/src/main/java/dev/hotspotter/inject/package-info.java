/**
 * Step 2: the sidecar's spec, the URLs of its objects, the patch that puts it into a running pod,
 * and the orders that stop it.
 *
 * <p>Decides, but for SidecarInjector, SidecarPatch and StopOrders; knows select and storage.
 *
 * <p>Begin with SidecarInjector.
 */
package dev.hotspotter.inject;
