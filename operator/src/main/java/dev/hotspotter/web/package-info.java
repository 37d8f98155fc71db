/**
 * The settings and templates of all pages.
 *
 * <p>Knows no other package.
 *
 * <p>Begin with web.server, which puts the pages together.
 */
package dev.hotspotter.web;
