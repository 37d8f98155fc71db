/**
 * Deletions from the object store, and limits to recording.
 *
 * <p>Knows storage and layout.
 *
 * <p>Begin with Retention for the decision, with Sweep for its execution.
 */
package dev.hotspotter.retention;
