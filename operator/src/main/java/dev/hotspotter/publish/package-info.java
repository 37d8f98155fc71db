/**
 * Step 6: the status, its conditions, and Kubernetes events.
 *
 * <p>StatusDraft decides what Publisher writes; knows the types of selection and observation.
 *
 * <p>Begin with StatusDraft.
 */
package dev.hotspotter.publish;
