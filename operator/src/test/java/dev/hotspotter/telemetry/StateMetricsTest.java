package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateMetricsTest {

  @ParameterizedTest(name = "leading {0}, store {1}: {2}, {3}")
  @CsvSource({"true, , 1.0, 1.0", "false, , 0.0, 1.0", "true, down, 1.0, 0.0"})
  void a_replica_says_how_it_stands(boolean leading, String storeProblem, String leads, String up) {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var health = new Health(Optional::empty, () -> true, () -> Optional.ofNullable(storeProblem));
    StateMetrics.register(
        registry.getPrometheusRegistry(), "https://profiles.example.com", () -> leading, health);

    assertThat(series(registry))
        .containsExactlyInAnyOrder(
            "hotspotter_operator_info{web_url=\"https://profiles.example.com\"} 1.0",
            "hotspotter_operator_leading " + leads,
            "hotspotter_store_up " + up);
  }

  private static List<String> series(PrometheusMeterRegistry registry) {
    return Arrays.stream(registry.scrape().split("\n"))
        .filter(line -> line.startsWith("hotspotter_"))
        .toList();
  }
}
