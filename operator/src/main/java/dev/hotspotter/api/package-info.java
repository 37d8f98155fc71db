/**
 * The classes of the CRD, the patterns of its fields, and every reason.
 *
 * <p>Knows no other package.
 *
 * <p>Begin with ProfileJob.
 */
package dev.hotspotter.api;
