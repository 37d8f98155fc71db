/**
 * Step 2: the sidecar's spec, its URLs to upload to, and the patch that puts it into a running
 * pod.
 *
 * <p>Decides, but for SidecarInjector and SidecarPatch; knows select, and storage for the URLs.
 *
 * <p>Begin with SidecarInjector.
 */
package dev.hotspotter.inject;
