/**
 * What all pages share: their settings and templates.
 *
 * <p>Knows no other room.
 *
 * <p>Begin with web.server, which puts the pages together.
 */
package dev.hotspotter.web;
