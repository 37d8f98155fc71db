package dev.hotspotter.telemetry;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.BooleanSupplier;

/** How this replica stands, read at each scrape: what alerts begin with. */
public final class StateMetrics {

  private StateMetrics() {}

  /**
   * @param webUrl what links to the pages begin with
   * @param leading whether this replica carries out jobs
   */
  public static void register(PrometheusRegistry registry, String webUrl, BooleanSupplier leading, Health health) {
    GaugeWithCallback.builder()
        .name("hotspotter_operator_info")
        .help("Always 1; web_url is what links to the pages begin with.")
        .labelNames("web_url")
        .callback(out -> out.call(1, webUrl))
        .register(registry);
    flag(registry, "hotspotter_operator_leading", "1 for the replica that carries out jobs, 0 for one that waits for its turn.", leading);
    flag(
        registry,
        "hotspotter_store_up",
        "1 if the object store answered when it was last asked, every 5 s, and 0 if not.",
        () -> health.storeProblem().isEmpty());
  }

  private static void flag(PrometheusRegistry registry, String name, String help, BooleanSupplier holds) {
    GaugeWithCallback.builder().name(name).help(help).callback(out -> out.call(holds.getAsBoolean() ? 1 : 0)).register(registry);
  }
}
