/**
 * The form that creates a ProfileJob.
 *
 * <p>Knows web.access.
 *
 * <p>Begin with ProfilePage.
 */
package dev.hotspotter.web.form;
