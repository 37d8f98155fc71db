/**
 * Builds the operator from its parts.
 *
 * <p>Knows all packages; none knows it.
 *
 * <p>Begin with HotspotterOperator; the flow of a job begins in reconcile.
 */
package dev.hotspotter;
