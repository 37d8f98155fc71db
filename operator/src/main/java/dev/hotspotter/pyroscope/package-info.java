/**
 * Recordings are sent on to Pyroscope, if the installation says so.
 *
 * <p>Knows collect, observe and storage.
 *
 * <p>Begin with Pushes.
 */
package dev.hotspotter.pyroscope;
