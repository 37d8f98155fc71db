/**
 * The operator is put together here.
 *
 * <p>Knows all rooms; none knows it.
 *
 * <p>Begin with HotspotterOperator; the flow of a job begins in reconcile.
 */
package dev.hotspotter;
