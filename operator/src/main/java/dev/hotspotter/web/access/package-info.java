/**
 * Who is let in, what they may see, and what is written down about it.
 *
 * <p>Knows web.
 *
 * <p>Begin with Gate.
 */
package dev.hotspotter.web.access;
