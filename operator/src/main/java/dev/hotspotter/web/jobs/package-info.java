/**
 * Lists and pages of jobs and pods, and their files.
 *
 * <p>Knows web.form and web.access, and reads reports.
 *
 * <p>Begin with JobPage.
 */
package dev.hotspotter.web.jobs;
