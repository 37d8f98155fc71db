/**
 * What a job has found, as it is stored in report.json.
 *
 * <p>Decides only; knows its two inner rooms and layout.
 *
 * <p>Begin with JobReport.
 */
package dev.hotspotter.report;
