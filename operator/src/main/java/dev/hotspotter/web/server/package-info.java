/**
 * The HTTP server, and the routes to the pages.
 *
 * <p>Knows all rooms of web.
 *
 * <p>Begin with WebServer.
 */
package dev.hotspotter.web.server;
