/**
 * Decides whether two recordings differ, and in which frames, by more than the sampling error.
 *
 * <p>Decides only; knows report.answers.
 *
 * <p>Begin with Differences.
 */
package dev.hotspotter.report.comparison;
