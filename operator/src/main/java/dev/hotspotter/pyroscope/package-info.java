/**
 * Sends recordings to Pyroscope, if the installation has one.
 *
 * <p>Knows collect, observe and storage.
 *
 * <p>Begin with Pushes.
 */
package dev.hotspotter.pyroscope;
