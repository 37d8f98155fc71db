/**
 * Sends recordings to Pyroscope, if the installation has one.
 *
 * <p>Knows collect, observe and storage.
 *
 * <p>Begin with PushQueue.
 */
package dev.hotspotter.pyroscope;
