package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Dashboard;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The dashboards query metrics and labels that the operator has, so a renamed one fails here first.
 * Other metrics follow the conventions of the kubelet, Micrometer and Prometheus' Java client.
 */
class DashboardMetricsTest {

  private static final Pattern METRIC = Pattern.compile("\\bhotspotter_\\w+");
  private static final Pattern OF_OTHERS = Pattern.compile("\\b(?:container|kubelet|jvm)_\\w+");
  private static final Set<String> KNOWN_OF_OTHERS = Set.of(
      // cAdvisor and kubelet
      "container_cpu_usage_seconds_total",
      "container_memory_working_set_bytes",
      "container_cpu_cfs_throttled_periods_total",
      "container_cpu_cfs_periods_total",
      "kubelet_volume_stats_used_bytes",
      "kubelet_volume_stats_capacity_bytes",
      // Micrometer
      "jvm_memory_used_bytes",
      "jvm_memory_max_bytes",
      "jvm_gc_pause_seconds_sum",
      "jvm_gc_memory_allocated_bytes_total",
      "jvm_threads_live_threads",
      // the client for Java and the JMX exporter; _bytes_ in the middle until their version 0
      "jvm_memory_bytes_used",
      "jvm_memory_bytes_max",
      "jvm_gc_collection_seconds_sum",
      "jvm_memory_pool_allocated_bytes_total",
      "jvm_threads_current");
  private static final Pattern SELECTOR = Pattern.compile("\\b(hotspotter_\\w+)\\{([^}]*)}");
  private static final Pattern MATCHER = Pattern.compile("(\\w+) *(?:=~|!~|!=|=)");

  private final SampleScrape scrape = new SampleScrape();

  static List<String> queries() {
    return Dashboard.all().stream().flatMap(DashboardMetricsTest::queries).toList();
  }

  private static Stream<String> queries(Dashboard dashboard) {
    var variables = dashboard.variables().stream()
        .map(variable -> variable.path("query").path("query").asText())
        .filter(text -> !text.isEmpty());
    var asked = Stream.concat(dashboard.queries().stream(), dashboard.annotations().stream())
        .map(Dashboard.Query::expression);
    return Stream.concat(asked, variables);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void asks_for_metrics_that_there_are(String query) {
    var ours = METRIC.matcher(query).results().map(MatchResult::group).toList();
    var others = OF_OTHERS.matcher(query).results().map(MatchResult::group).toList();

    assertThat(ours).isSubsetOf(scrape.labels().keySet());
    assertThat(others).isSubsetOf(KNOWN_OF_OTHERS);
    assertThat(ours.size() + others.size()).as("metrics in the query").isPositive();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void selects_by_labels_that_the_metric_has(String query) {
    assertThat(SELECTOR.matcher(query).results())
        .allSatisfy(selector -> assertThat(
                MATCHER.matcher(selector.group(2)).results().map(label -> label.group(1)))
            .as(selector.group())
            .isNotEmpty()
            .isSubsetOf(scrape.labels().get(selector.group(1))));
  }
}
