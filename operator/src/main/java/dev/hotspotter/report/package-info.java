/**
 * The results of a job, as stored in report.json.
 *
 * <p>Decides only; knows its two inner packages and layout.
 *
 * <p>Begin with JobReport.
 */
package dev.hotspotter.report;
