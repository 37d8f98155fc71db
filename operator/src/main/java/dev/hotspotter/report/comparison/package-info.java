/**
 * Whether two recordings differ, and in which frames, beyond the sampling error.
 *
 * <p>Decides only; knows report.answers.
 *
 * <p>Begin with Differences.
 */
package dev.hotspotter.report.comparison;
