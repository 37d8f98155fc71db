/**
 * The classes of a ProfileJob and its status, and every reason.
 *
 * <p>Knows api.spec only.
 *
 * <p>Begin with ProfileJob.
 */
package dev.hotspotter.api;
