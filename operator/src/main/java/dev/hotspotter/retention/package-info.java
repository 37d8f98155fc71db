/**
 * What is deleted from the object store and when, and who may still record.
 *
 * <p>Knows storage and layout.
 *
 * <p>Begin with Retention for the decision, with Sweep for the deed.
 */
package dev.hotspotter.retention;
