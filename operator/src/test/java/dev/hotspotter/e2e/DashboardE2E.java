package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.testing.Dashboard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards get answers from a real Prometheus that scrapes the operator as the guide says, and their links lead to the pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardE2E {

  private static final Path METRICS_PAGE = Cluster.REPOSITORY.resolve("docs/reference/metrics.md");
  private static final String NAMESPACE = "demo";
  private static final Duration SOON = Duration.ofSeconds(30);
  /** What Grafana takes $__rate_interval for where nobody has told it how often Prometheus scrapes. */
  private static final Duration STEP = Duration.ofSeconds(15);
  private static final Duration SHOWN = Duration.ofMinutes(15);
  /** All characters that Grafana leaves as they are when it fills in a link. */
  private static final String KEPT_IN_LINKS = "[A-Za-z0-9;,/?:@&=+$_.!~*'()#-]+";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Cluster cluster;
  private Prometheus prometheus;
  private ProfileJob job;

  @BeforeAll
  void profileUnderTheEyesOfPrometheus(@TempDir Path folder) throws Exception {
    cluster = new Cluster();
    prometheus = new Prometheus(folder, GuideConfiguration.read(cluster.client()));
    prometheus.awaitScrape("hotspotter");
    job =
        cluster.finished(
            cluster.apply(NAMESPACE, "dashboard-e2e", "target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: 5s}"),
            Duration.ofSeconds(60));
    assertThat(job.getStatus().phase()).as("%s", job.getStatus().conditions()).isEqualTo(JobPhase.SUCCEEDED);
    await("Prometheus knows how the job ended").atMost(SOON).until(() -> prometheus.instant(outcome(), Instant.now()), found -> !found.isEmpty());
  }

  /** A scrape may see the links before the last phase. */
  private String outcome() {
    return """
        hotspotter_profilejob_info{uid="%s", flamegraph_url!=""}
          and on (namespace, profilejob) hotspotter_profilejob_completion_time
          and on (namespace, profilejob) hotspotter_profilejob_status_phase{phase="Succeeded"} == 1
        """
        .formatted(job.getMetadata().getUid());
  }

  @AfterAll
  void close() throws Exception {
    try {
      if (prometheus != null) {
        prometheus.close();
      }
    } finally {
      cluster.close();
    }
  }

  static Stream<Dashboard.Query> queries() {
    return Dashboard.all().stream().flatMap(dashboard -> dashboard.queries().stream());
  }

  @ParameterizedTest
  @MethodSource("queries")
  void every_query_of_every_panel_has_data(Dashboard.Query query) throws Exception {
    for (var namespaces : List.of(".*", NAMESPACE, "(demo|hotspotter)")) {
      assertThat(answer(query, namespaces, Instant.now()))
          .as("%s, query %s, of the namespaces %s", query.panel(), query.refId(), namespaces)
          .anyMatch(series -> series.values().stream().anyMatch(Double::isFinite));
    }
  }

  @Test
  void the_tiles_count_the_job() throws Exception {
    for (var panel : List.of("Succeeded jobs", "Recordings stored", "Sidecars injected")) {
      var query = queries().filter(q -> q.panel().equals(panel)).findFirst().orElseThrow();

      assertThat(answer(query, NAMESPACE, Instant.now())).as(panel).singleElement().satisfies(s -> assertThat(s.values().getFirst()).isGreaterThanOrEqualTo(1));
    }
  }

  @Test
  void the_namespaces_to_choose_from_are_those_with_jobs() throws Exception {
    var variable = Dashboard.all().stream().flatMap(d -> d.variables().stream()).filter(v -> v.path("name").asText().equals("namespace")).findFirst();
    var query = Pattern.compile("label_values\\((\\w+), (\\w+)\\)").matcher(variable.orElseThrow().path("query").path("query").asText());

    assertThat(query.matches()).isTrue();
    assertThat(prometheus.labelValues(query.group(2), query.group(1))).contains(NAMESPACE);
  }

  @Test
  void the_jobs_row_tells_of_it_in_every_column() throws Exception {
    var table = table();

    assertThat(row(table))
        .containsKeys(table.namedFields().toArray(String[]::new))
        .containsEntry("phase", "Succeeded")
        .containsEntry("events", "cpu")
        .containsEntry("hottest", job.getStatus().hottest());
    assertThat(Double.parseDouble(row(table).get("Value #A")))
        .as("created")
        .isEqualTo(1000.0 * Instant.parse(job.getMetadata().getCreationTimestamp()).getEpochSecond());
    assertThat(Double.parseDouble(row(table).get("Value #B")))
        .as("took")
        .isEqualTo(
            Duration.between(Instant.parse(job.getMetadata().getCreationTimestamp()), Instant.parse(job.getStatus().completionTime())).toSeconds());
  }

  @Test
  void the_jobs_row_leads_to_its_report() throws Exception {
    assertThat(cluster.text(onlyLink("report_url"))).contains("dashboard-e2e").contains("Message.uniqueId");
  }

  @Test
  void the_jobs_row_leads_to_its_flame_graph() throws Exception {
    assertThat(cluster.text(onlyLink("flamegraph_url"))).contains("uniqueId").contains("<canvas");
  }

  @Test
  void the_cluster_holds_every_dashboard_where_grafanas_sidecar_looks() throws Exception {
    var found =
        cluster.client().configMaps().inNamespace(Cluster.OPERATOR_NAMESPACE).withLabel("grafana_dashboard", "1").list().getItems().stream()
            .flatMap(map -> map.getData().values().stream())
            .map(DashboardE2E::json)
            .toList();

    assertThat(Dashboard.all()).isNotEmpty();
    for (var dashboard : Dashboard.all()) {
      assertThat(found.stream().filter(dashboard.json()::equals)).as("ConfigMaps with %s, as it is in the chart", dashboard.file()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("documentedQueries")
  void the_queries_of_the_metrics_page_can_be_asked(String query) throws Exception {
    // Some ask for what has gone wrong, so an empty answer is right too; Prometheus refuses what it does not understand.
    assertThat(prometheus.instant(query, Instant.now())).isNotNull();
  }

  static List<String> documentedQueries() throws Exception {
    var block = Pattern.compile("(?ms)^```promql\\n(.*?)^```$");
    return block.matcher(Files.readString(METRICS_PAGE)).results().map(found -> found.group(1)).toList();
  }

  private List<Prometheus.Series> answer(Dashboard.Query query, String namespaces, Instant now) throws Exception {
    var variables =
        Map.of("namespace", namespaces, "__range", SHOWN.toSeconds() + "s", "__rate_interval", STEP.multipliedBy(4).toSeconds() + "s");
    var expression = Dashboard.fill(query.expression(), variables);
    return query.instant() ? prometheus.instant(expression, now) : prometheus.range(expression, now.minus(SHOWN), now, STEP);
  }

  private GrafanaTable table() throws Exception {
    var panels = Dashboard.all().stream().flatMap(d -> d.panels().stream()).filter(p -> p.path("type").asText().equals("table")).toList();
    assertThat(panels).hasSize(1);
    var now = Instant.now();
    var answers = new LinkedHashMap<String, List<Prometheus.Series>>();
    for (var query : Dashboard.queries(panels.getFirst())) {
      answers.put(query.refId(), answer(query, NAMESPACE, now));
    }
    return new GrafanaTable(panels.getFirst(), answers);
  }

  private Map<String, String> row(GrafanaTable table) {
    var rows = table.rows().stream().filter(row -> job.getMetadata().getName().equals(row.get("profilejob"))).toList();
    assertThat(rows).as("rows of the job").hasSize(1);
    return rows.getFirst();
  }

  private String onlyLink(String field) throws Exception {
    var table = table();
    var links = table.links(row(table), field);
    assertThat(links).singleElement().asString().startsWith("http://localhost:8080/").matches(KEPT_IN_LINKS);
    return links.getFirst();
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text + " is not JSON", e);
    }
  }
}
