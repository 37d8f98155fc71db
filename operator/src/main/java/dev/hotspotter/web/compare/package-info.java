/**
 * Comparisons of two recordings.
 *
 * <p>Knows web.jobs.
 *
 * <p>Begin with ComparePage.
 */
package dev.hotspotter.web.compare;
