/**
 * The HTTP server, and the routes to the pages.
 *
 * <p>Knows all packages of web.
 *
 * <p>Begin with WebServer.
 */
package dev.hotspotter.web.server;
