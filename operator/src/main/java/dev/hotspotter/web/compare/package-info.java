/**
 * Two recordings beside each other.
 *
 * <p>Knows web.jobs.
 *
 * <p>Begin with ComparePage.
 */
package dev.hotspotter.web.compare;
