/**
 * Metrics and health.
 *
 * <p>Knows api and layout.
 *
 * <p>Begin with JobMetrics.
 */
package dev.hotspotter.telemetry;
