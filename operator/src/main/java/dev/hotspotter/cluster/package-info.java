/**
 * The leader's lease, namespaces, and access reviews.
 *
 * <p>Knows web.access, whose questions it answers.
 *
 * <p>Begin with AccessReviews.
 */
package dev.hotspotter.cluster;
