/**
 * Names: keys in the object store, a job's files, groups of a merge, workloads.
 *
 * <p>Decides only; knows api.
 *
 * <p>Begin with ObjectKeys.
 */
package dev.hotspotter.layout;
