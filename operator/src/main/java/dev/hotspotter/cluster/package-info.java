/**
 * The lease of the leader, namespaces, and reviews of who may do what.
 *
 * <p>Knows web.access, whose questions it answers.
 *
 * <p>Begin with AccessReviews.
 */
package dev.hotspotter.cluster;
