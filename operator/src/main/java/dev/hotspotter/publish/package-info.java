/**
 * Step 6: the status, its conditions, and events.
 *
 * <p>Knows what was selected and observed.
 *
 * <p>Begin with StatusDraft.
 */
package dev.hotspotter.publish;
