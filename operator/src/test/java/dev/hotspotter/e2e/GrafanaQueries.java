package dev.hotspotter.e2e;

import dev.hotspotter.testing.Dashboard;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks a Prometheus what Grafana would ask for a dashboard of the last quarter of an hour. */
record GrafanaQueries(Prometheus prometheus) {

  static final Duration SHOWN = Duration.ofMinutes(15);
  /** Grafana's default scrape interval; $__rate_interval is four times as long. */
  private static final Duration STEP = Duration.ofSeconds(15);

  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

  /** The answer for these namespaces, and all workloads and pods. */
  List<Prometheus.Series> answer(Dashboard.Query query, String namespaces) throws Exception {
    return answer(query, namespaces, Instant.now());
  }

  private List<Prometheus.Series> answer(Dashboard.Query query, String namespaces, Instant now)
      throws Exception {
    var variables = Map.of(
        "namespace",
        namespaces,
        "workload",
        ".*",
        "pod",
        ".*",
        "__range",
        SHOWN.toSeconds() + "s",
        "__rate_interval",
        STEP.multipliedBy(4).toSeconds() + "s");
    var expression = Dashboard.fill(query.expression(), variables);
    return query.instant()
        ? prometheus.instant(expression, now)
        : prometheus.range(expression, now.minus(SHOWN), now, STEP);
  }

  GrafanaTable table(String dashboard, String title, String namespaces) throws Exception {
    var panel = Dashboard.named(dashboard).panel(title);
    var now = Instant.now();
    var answers = new LinkedHashMap<String, List<Prometheus.Series>>();
    for (var query : Dashboard.queries(panel)) {
      answers.put(query.refId(), answer(query, namespaces, now));
    }
    return new GrafanaTable(panel, answers);
  }

  /** The entries of a variable's menu after these choices in the menus before it. */
  Set<String> offered(String dashboard, String variable, Map<String, String> chosen)
      throws Exception {
    var json = Dashboard.named(dashboard).variables().stream()
        .filter(v -> v.path("name").asText().equals(variable))
        .findFirst()
        .orElseThrow();
    var query =
        LABEL_VALUES.matcher(Dashboard.fill(json.path("query").path("query").asText(), chosen));
    if (!query.matches()) {
      throw new AssertionError(json + " asks for something else than the values of a label");
    }
    var values = prometheus.labelValues(query.group(2), query.group(1)).stream();
    var part = json.path("regex").asText();
    return (part.isEmpty() ? values : values.flatMap(value -> firstGroup(part, value)))
        .collect(Collectors.toSet());
  }

  /** Grafana writes a regular expression between slashes. */
  private static Stream<String> firstGroup(String regex, String value) {
    return Pattern.compile(regex.substring(1, regex.length() - 1))
        .matcher(value)
        .results()
        .map(found -> found.group(1));
  }
}
