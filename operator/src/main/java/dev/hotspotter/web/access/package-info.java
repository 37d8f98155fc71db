/**
 * Authentication, authorization and the audit log of the pages.
 *
 * <p>Knows web.
 *
 * <p>Begin with Gate.
 */
package dev.hotspotter.web.access;
