package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.testing.Dashboard;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The dashboards get data from a real Prometheus, configured as in the guide, and their links lead
 * to the pages.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardE2E {

  private static final Path METRICS_PAGE = Cluster.REPOSITORY.resolve("docs/reference/metrics.md");
  private static final String NAMESPACE = "demo";
  /** The choices in the menus of the dashboards. */
  private static final Map<String, String> CHOSEN =
      Map.of("namespace", "(demo|hotspotter)", "workload", "notifier");

  private static final Duration SOON = Duration.ofMinutes(3);
  /** cAdvisor looks at a container every 10 s to 20 s. */
  private static final Duration RATES = Duration.ofMinutes(4);
  /** cAdvisor looks at pods and at their containers at different times. */
  private static final String RATES_KNOWN = """
      rate(container_cpu_cfs_periods_total{namespace="demo", container!~"|POD"}[1m]) > 0
        and on () rate(container_cpu_usage_seconds_total{namespace="demo", container="notifier"}[1m]) > 0
      """;
  /** Panels about what the local cluster does not have, and why. */
  private static final Map<String, String> WITHOUT_DATA_HERE = Map.of(
      "Volume of the embedded store",
      "its volumes are folders of the machine, of which the kubelet tells no size");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Cluster cluster;
  private Prometheus prometheus;
  private GrafanaQueries grafana;
  private List<Pod> notifiers;
  private ProfileJob job;

  @BeforeAll
  void profileUnderTheEyesOfPrometheus(@TempDir Path folder) throws Exception {
    cluster = new Cluster();
    notifiers = cluster.readyPods(NAMESPACE, Map.of("app", "notifier"));
    assertThat(notifiers).isNotEmpty();
    prometheus = new Prometheus(
        folder,
        new GuideConfiguration(cluster.client(), folder)
            .andPods("notifier", notifiers, 8080)
            .yaml());
    grafana = new GrafanaQueries(prometheus);
    for (var scraped : List.of("hotspotter", "cadvisor", "notifier")) {
      prometheus.awaitScrape(scraped);
    }
    job = cluster.finished(
        cluster.apply(
            NAMESPACE,
            "dashboard-e2e",
            "target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: 5s}"),
        Duration.ofSeconds(60));
    assertThat(job.getStatus().phase())
        .as("%s", job.getStatus().conditions())
        .isEqualTo(JobPhase.SUCCEEDED);
    await("Prometheus knows how the job ended")
        .atMost(SOON)
        .until(() -> prometheus.instant(outcome(), Instant.now()), found -> !found.isEmpty());
    await("Prometheus has seen cAdvisor's figures change")
        .atMost(RATES)
        .until(() -> prometheus.instant(RATES_KNOWN, Instant.now()), found -> !found.isEmpty());
  }

  /** A scrape may see the links before the last phase. */
  private String outcome() {
    return """
        hotspotter_profilejob_info{uid="%s", flamegraph_url!=""}
          and on (namespace, profilejob) hotspotter_profilejob_completion_time
          and on (namespace, profilejob) hotspotter_profilejob_status_phase{phase="Succeeded"} == 1
        """.formatted(job.getMetadata().getUid());
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
    return Dashboard.all().stream()
        .flatMap(dashboard ->
            Stream.concat(dashboard.queries().stream(), dashboard.annotations().stream()));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void every_query_of_every_panel_has_data(Dashboard.Query query) throws Exception {
    if (WITHOUT_DATA_HERE.containsKey(query.panel())) {
      assertThat(grafana.answer(query, ".*"))
          .as("%s: %s", query.panel(), WITHOUT_DATA_HERE.get(query.panel()))
          .isEmpty();
      return;
    }
    for (var namespaces : List.of(".*", NAMESPACE, "(demo|hotspotter)")) {
      assertThat(grafana.answer(query, namespaces))
          .as("%s, query %s, of the namespaces %s", query.panel(), query.refId(), namespaces)
          .anyMatch(series -> series.values().stream().anyMatch(Double::isFinite));
    }
  }

  @Test
  void the_tiles_count_the_job() throws Exception {
    for (var panel : List.of("Succeeded jobs", "Recordings stored", "Sidecars injected")) {
      var query = queries().filter(q -> q.panel().equals(panel)).findFirst().orElseThrow();

      assertThat(grafana.answer(query, NAMESPACE))
          .as(panel)
          .singleElement()
          .satisfies(s -> assertThat(s.values().getFirst()).isGreaterThanOrEqualTo(1));
    }
  }

  @ParameterizedTest
  @MethodSource("variables")
  void each_variable_offers_what_there_is(String dashboard, String variable, Set<String> among)
      throws Exception {
    assertThat(grafana.offered(dashboard, variable, CHOSEN)).containsAll(among);
  }

  static Stream<Arguments> variables() {
    return Stream.of(
        Arguments.of("profiling.json", "namespace", Set.of(NAMESPACE)),
        Arguments.of("jvm.json", "namespace", Set.of(NAMESPACE, "hotspotter")),
        Arguments.of(
            "jvm.json",
            "workload",
            Set.of("notifier", "notifier-load", "hotspotter", "hotspotter-store")),
        Arguments.of("jvm.json", "web", Set.of("http://localhost:8080")));
  }

  @Test
  void the_pods_to_choose_from_are_those_of_the_workload() throws Exception {
    var names = notifiers.stream().map(pod -> pod.getMetadata().getName()).toList();

    assertThat(grafana.offered("jvm.json", "pod", CHOSEN))
        .containsAll(names)
        .allMatch(pod -> pod.startsWith("notifier-") && !pod.contains("load"));
  }

  @Test
  void the_jobs_row_tells_of_it_in_every_column() throws Exception {
    var table = table();

    assertThat(row(table))
        .containsKeys(table.namedFields().toArray(String[]::new))
        .containsEntry("phase", "Succeeded")
        .containsEntry("events", "cpu")
        .containsEntry("hottest", job.getStatus().hottest().toString());
    assertThat(Double.parseDouble(row(table).get("Value #A")))
        .as("created")
        .isEqualTo(
            1000.0 * Instant.parse(job.getMetadata().getCreationTimestamp()).getEpochSecond());
    assertThat(Double.parseDouble(row(table).get("Value #B")))
        .as("took")
        .isEqualTo(Duration.between(
                Instant.parse(job.getMetadata().getCreationTimestamp()),
                Instant.parse(job.getStatus().completionTime()))
            .toSeconds());
  }

  @Test
  void the_jobs_row_leads_to_its_report() throws Exception {
    assertThat(cluster.text(onlyLink("report_url")))
        .contains("dashboard-e2e")
        .contains("Message.uniqueId");
  }

  @Test
  void the_jobs_row_leads_to_its_flame_graph() throws Exception {
    assertThat(cluster.text(onlyLink("flamegraph_url"))).contains("uniqueId").contains("<canvas");
  }

  @Test
  void a_point_of_a_pods_graph_leads_to_the_profiles_of_that_pod_and_time() throws Exception {
    for (var panel : Dashboard.named("jvm.json").panels()) {
      var queries = Dashboard.queries(panel);
      if (panel.path("type").asText().equals("timeseries")
          && !queries.isEmpty()
          && !panel.path("title").asText().equals("CPU throttling")) {
        var series = grafana.answer(queries.getFirst(), NAMESPACE).stream()
            .filter(s -> isTarget(s.labels().get("pod")))
            .findFirst();
        assertThat(series).as(panel.path("title").asText()).isPresent();

        var links = panel.path("fieldConfig").path("defaults").path("links");
        links()
            .assertLeadsToTheJob(
                job, links.path(0).path("url").asText(), "pod", series.get().labels());
        links()
            .assertLeadsToTheJob(
                job, links.path(1).path("url").asText(), "", series.get().labels());
        links()
            .assertLeadsToTheForm(
                links.path(2).path("url").asText(), series.get().labels());
      }
    }
  }

  @Test
  void a_pods_row_leads_to_its_profiles() throws Exception {
    var table = grafana.table("jvm.json", "Pods", NAMESPACE);
    var row =
        table.rows().stream().filter(r -> isTarget(r.get("pod"))).findFirst().orElseThrow();

    assertThat(row)
        .containsKeys("Value #A", "Value #B", "Value #D")
        .containsEntry("now", "profile now");
    links().assertLeadsToTheJob(job, table.links(row, "pod").getFirst(), "pod", row);
    links().assertLeadsToTheForm(table.links(row, "now").getFirst(), row);
  }

  @Test
  void a_profiles_row_beside_the_graphs_leads_to_report_flame_graph_and_difference()
      throws Exception {
    var table = grafana.table("jvm.json", "Profiles", NAMESPACE);

    assertThat(cluster.text(onlyLink(table, "report_url"))).contains("dashboard-e2e");
    assertThat(cluster.text(onlyLink(table, "flamegraph_url")))
        .contains("uniqueId")
        .contains("<canvas");
    assertThat(onlyLink(table, "compare_url"))
        .endsWith("/compare?b=" + ObjectKeys.folder(job).replaceFirst("/$", "") + "&before=7d");
    assertThat(cluster.text(onlyLink(table, "compare_url")))
        .contains("There is no recording that is 7 days older");
  }

  @Test
  void the_largest_bar_leads_to_a_flame_graph() throws Exception {
    var panel = Dashboard.named("profiling.json").panel("Hottest frames");
    var bar = grafana.answer(Dashboard.queries(panel).getFirst(), NAMESPACE).stream()
        .filter(s -> s.labels().get("profilejob").equals(job.getMetadata().getName()))
        .findFirst()
        .orElseThrow();

    assertThat(bar.labels().get("frame")).isEqualTo(job.getStatus().hottest().frame());
    assertThat(bar.values().getFirst()).isBetween(0.0, 1.0);
    assertThat(panel
            .path("fieldConfig")
            .path("defaults")
            .path("links")
            .path(0)
            .path("url")
            .asText())
        .isEqualTo("${__field.labels.flamegraph_url}");
    assertThat(cluster.text(bar.labels().get("flamegraph_url"))).contains("<canvas");
  }

  @Test
  void the_profile_is_marked_on_the_graphs_at_its_time() throws Exception {
    var query = Dashboard.named("jvm.json").annotations().getFirst();
    var mark = grafana.answer(query, NAMESPACE).stream()
        .filter(s -> s.labels().get("profilejob").equals(job.getMetadata().getName()))
        .findFirst()
        .orElseThrow();

    assertThat(mark.values())
        .containsOnly(
            1000.0 * Instant.parse(job.getMetadata().getCreationTimestamp()).getEpochSecond());
    assertThat(mark.labels())
        .containsEntry("workloads", "notifier")
        .containsEntry("hottest", job.getStatus().hottest().toString());
    assertThat(cluster.text(mark.labels().get("report_url"))).contains("dashboard-e2e");
  }

  @Test
  void the_cluster_holds_every_dashboard_where_grafanas_sidecar_looks() throws Exception {
    var found = cluster
        .client()
        .configMaps()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withLabel("grafana_dashboard", "1")
        .list()
        .getItems()
        .stream()
        .flatMap(map -> map.getData().values().stream())
        .map(DashboardE2E::json)
        .toList();

    assertThat(Dashboard.all()).isNotEmpty();
    for (var dashboard : Dashboard.all()) {
      assertThat(found.stream().filter(dashboard.json()::equals))
          .as("ConfigMaps with %s, as it is in the chart", dashboard.file())
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("documentedQueries")
  void the_queries_of_the_metrics_page_can_be_asked(String query) throws Exception {
    // Some ask for what has gone wrong, so an empty answer is right too; Prometheus refuses what it
    // does not understand.
    assertThat(prometheus.instant(query, Instant.now())).isNotNull();
  }

  static List<String> documentedQueries() throws Exception {
    var block = Pattern.compile("(?ms)^```promql\\n(.*?)^```$");
    return block
        .matcher(Files.readString(METRICS_PAGE))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private boolean isTarget(String pod) {
    return job.getStatus().recordings().stream()
        .anyMatch(recording -> recording.pod().equals(pod));
  }

  private GrafanaLinks links() throws Exception {
    return new GrafanaLinks(
        cluster, grafana.offered("jvm.json", "web", CHOSEN).iterator().next());
  }

  private GrafanaTable table() throws Exception {
    return grafana.table("profiling.json", "Recent ProfileJobs", NAMESPACE);
  }

  private Map<String, String> row(GrafanaTable table) {
    var rows = table.rows().stream()
        .filter(row -> job.getMetadata().getName().equals(row.get("profilejob")))
        .toList();
    assertThat(rows).as("rows of the job").hasSize(1);
    return rows.getFirst();
  }

  private String onlyLink(String field) throws Exception {
    return onlyLink(table(), field);
  }

  private String onlyLink(GrafanaTable table, String field) {
    var links = table.links(row(table), field);
    assertThat(links)
        .singleElement()
        .asString()
        .startsWith("http://localhost:8080/")
        .matches(GrafanaLinks.KEPT);
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
