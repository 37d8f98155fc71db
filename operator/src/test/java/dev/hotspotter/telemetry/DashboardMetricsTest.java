package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Dashboard;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards ask for metrics and labels that the operator has, so that renaming one fails here and not in someone's Grafana. */
class DashboardMetricsTest {

  private static final Pattern METRIC = Pattern.compile("\\bhotspotter_\\w+");
  private static final Pattern SELECTOR = Pattern.compile("\\b(hotspotter_\\w+)\\{([^}]*)}");
  private static final Pattern MATCHER = Pattern.compile("(\\w+) *(?:=~|!~|!=|=)");

  private final SampleScrape scrape = new SampleScrape();

  static List<String> queries() {
    return Dashboard.all().stream().flatMap(DashboardMetricsTest::queries).toList();
  }

  private static Stream<String> queries(Dashboard dashboard) {
    var variables = dashboard.variables().stream().map(variable -> variable.path("query").path("query").asText()).filter(text -> !text.isEmpty());
    return Stream.concat(dashboard.queries().stream().map(Dashboard.Query::expression), variables);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void asks_for_metrics_that_there_are(String query) {
    assertThat(METRIC.matcher(query).results().map(MatchResult::group)).isNotEmpty().isSubsetOf(scrape.labels().keySet());
  }

  @ParameterizedTest
  @MethodSource("queries")
  void selects_by_labels_that_the_metric_has(String query) {
    assertThat(SELECTOR.matcher(query).results())
        .allSatisfy(selector ->
            assertThat(MATCHER.matcher(selector.group(2)).results().map(label -> label.group(1)))
                .as(selector.group())
                .isNotEmpty()
                .isSubsetOf(scrape.labels().get(selector.group(1))));
  }
}
