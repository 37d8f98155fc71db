package dev.hotspotter.telemetry;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.BooleanSupplier;

/** The state of this replica, read at each scrape, for alerts. */
public final class StateMetrics {

  private StateMetrics() {}

  /**
   * @param webUrl the beginning of links to the pages
   * @param leading whether this replica carries out jobs
   */
  public static void register(
      PrometheusRegistry registry, String webUrl, BooleanSupplier leading, Health health) {
    GaugeWithCallback.builder()
        .name("hotspotter_operator_info")
        .help("Always 1; web_url is the beginning of links to the pages.")
        .labelNames("web_url")
        .callback(out -> out.call(1, webUrl))
        .register(registry);
    flag(
        registry,
        "hotspotter_operator_leading",
        "1 for the leader, which carries out jobs; 0 for a replica that waits.",
        leading);
    flag(
        registry,
        "hotspotter_store_up",
        "1 if the store answered the last check, every 5 s; 0 if not.",
        () -> health.storeProblem().isEmpty());
  }

  private static void flag(
      PrometheusRegistry registry, String name, String help, BooleanSupplier holds) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(out -> out.call(holds.getAsBoolean() ? 1 : 0))
        .register(registry);
  }
}
