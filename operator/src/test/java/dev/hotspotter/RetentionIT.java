package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.retention.RetentionSettings;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention and quotas in the whole operator; only the kubelet and the sidecar are fakes. */
class RetentionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private KubernetesClient client;
  private String namespace;

  @AutoClose
  private HotspotterOperator operator;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(1));
  }

  @BeforeEach
  void prepare() {
    client = surroundings.client();
    namespace = surroundings.namespace();
    pod();
  }

  private void start(RetentionSettings retention, Clock clock) {
    var config = TestOperator.config(namespace, surroundings.s3().settings())
        .retention(retention)
        .build();
    operator = new HotspotterOperator(config, client, clock);
    operator.start();
  }

  @Test
  void what_is_to_go_with_its_job_goes_and_links_say_so_and_the_rest_stays() throws Exception {
    start(RetentionSettings.NONE, Clock.systemUTC());
    var deleted = finished(
        create("deleted", "artifacts: {reclaimPolicy: Delete}, ttlSecondsAfterFinished: 1"));
    var retained = finished(create("retained", "ttlSecondsAfterFinished: 1"));
    assertThat(retained.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    operator.close();
    start(RetentionSettings.NONE, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2)));

    await().atMost(PATIENCE).until(() -> get(page(deleted)).statusCode() == 410);

    assertThat(get(page(deleted)).body())
        .matches("(?s).*were deleted at 20\\d\\d-\\d\\d-\\d\\dT.*Z: its ProfileJob, with"
            + " artifacts.reclaimPolicy: Delete, was deleted.*");
    assertThat(get(page(deleted) + "notifier-0/app/recording.jfr").statusCode()).isEqualTo(410);
    assertThat(get(page(deleted) + "merged/report.json").statusCode()).isEqualTo(410);
    assertThat(get(page(retained)).statusCode()).isEqualTo(200);
    assertThat(get(page(retained) + "notifier-0/app/recording.jfr").statusCode())
        .isEqualTo(200);
    assertThat(get("/?namespace=" + namespace).body())
        .contains("retained")
        .doesNotContain("/deleted-");
  }

  @Test
  void the_files_of_a_job_that_somebody_deletes_go_with_it() throws Exception {
    start(RetentionSettings.NONE, Clock.systemUTC());
    var job = finished(create("removed", "artifacts: {reclaimPolicy: Delete}"));
    var ended = Instant.parse(job.getStatus().completionTime()).getEpochSecond();
    await().atMost(PATIENCE).until(() -> lastSweep() >= ended);
    assertThat(get(page(job)).statusCode()).isEqualTo(200);

    client.resource(job).delete();

    await().atMost(PATIENCE).until(() -> get(page(job)).statusCode() == 410);
  }

  /** Unix time in seconds of the last sweep; 0 before the first. */
  private double lastSweep() throws Exception {
    return TestOperator.get(operator.telemetryPort(), "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("hotspotter_retention_last_sweep_time "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElse(0);
  }

  @Test
  void what_is_over_its_age_goes_although_its_job_exists_and_the_page_of_that_says_so()
      throws Exception {
    start(RetentionSettings.NONE, Clock.systemUTC());
    var job = finished(create("old", "artifacts: {retention: 7d}"));
    assertThat(get(page(job) + "merged/cpu.html").statusCode()).isEqualTo(200);
    operator.close();

    start(RetentionSettings.NONE, Clock.offset(Clock.systemUTC(), Duration.ofDays(8)));

    await().atMost(PATIENCE).until(() -> get(page(job) + "merged/cpu.html").statusCode() == 410);
    assertThat(get(page(job))).satisfies(page -> {
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body())
          .contains("No recordings", "recordings are kept for 7 days", "Succeeded");
    });
  }

  @Test
  void a_namespace_beyond_its_quota_records_nothing_more_until_it_is_raised() {
    var quota = new RetentionSettings(
        Optional.empty(), Optional.empty(), Optional.of(1_000L), Optional.empty());
    start(quota, Clock.systemUTC());
    assertThat(finished(create("first", "")).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);

    var refused = finished(create("second", "")).getStatus();

    assertThat(refused.phase()).isEqualTo(JobPhase.FAILED);
    assertThat(Conditions.of(refused, "Failed")).satisfies(condition -> {
      assertThat(condition.reason()).isEqualTo(Reasons.QUOTA_EXCEEDED);
      assertThat(condition.message())
          .contains(
              "namespace " + namespace, "its quota is 1000 bytes", "retention.quotaPerNamespace");
    });
    assertThat(sidecars()).as("nothing was recorded").isEqualTo(1);

    client
        .namespaces()
        .withName(namespace)
        .edit(n -> n.edit()
            .editMetadata()
            .addToAnnotations("hotspotter.dev/recordings-quota", "1Gi")
            .endMetadata()
            .build());
    assertThat(finished(create("third", "")).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
  }

  @Test
  void a_store_that_is_nearly_full_takes_no_job_and_says_how_full_it_is() throws Exception {
    start(RetentionSettings.NONE, Clock.systemUTC());
    assertThat(finished(create("first", "")).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    operator.close();
    start(
        new RetentionSettings(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(1_000L)),
        Clock.systemUTC());

    var refused = finished(create("second", "")).getStatus();

    assertThat(Conditions.of(refused, "Failed")).satisfies(condition -> {
      assertThat(condition.reason()).isEqualTo(Reasons.OBJECT_STORE_FULL);
      assertThat(condition.message()).contains("of its 1000 bytes in use", "below 90 %");
    });
    assertThat(sidecars()).as("nothing more was recorded").isEqualTo(1);
    var metrics = TestOperator.get(operator.telemetryPort(), "/metrics").body();
    assertThat(metrics)
        .contains("hotspotter_store_capacity_bytes 1000.0")
        .containsPattern("(?m)^hotspotter_store_bytes [1-9]");
  }

  @Test
  void a_namespace_created_anew_sees_nothing_of_what_another_team_has_left_under_its_name()
      throws Exception {
    start(RetentionSettings.NONE, Clock.systemUTC());
    var before = finished(create("job", ""));
    var uid = client.namespaces().withName(namespace).get().getMetadata().getUid();
    assertThat(get(page(before)).statusCode()).isEqualTo(200);
    assertThat(get("/?namespace=" + namespace).body()).contains(ObjectKeys.shortUid(before));
    client.resource(before).delete();
    await()
        .untilAsserted(() -> assertThat(get("/?namespace=" + namespace).body())
            .contains("deleted, recordings kept"));

    createAnew();

    await().atMost(PATIENCE).until(() -> get(page(before)).statusCode() == 404);
    assertThat(get(page(before) + "merged/report.json").statusCode()).isEqualTo(404);
    assertThat(get(page(before) + "notifier-0/app/recording.jfr").statusCode()).isEqualTo(404);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(get("/?namespace=" + namespace).body())
            .doesNotContain(ObjectKeys.shortUid(before)));
    pod();
    var after = finished(create("job", ""));
    assertThat(after.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(get(page(after)).statusCode()).isEqualTo(200);
    var bucket = new ObjectStore(surroundings.s3().settings());
    assertThat(bucket.folders("", 1_000))
        .as("what was there has its time")
        .contains("%s.%s/".formatted(namespace, uid));
  }

  /** No controller runs here that would take the old one's objects away and let it go. */
  private void createAnew() {
    client.pods().inNamespace(namespace).withGracePeriod(0).delete();
    client.namespaces().withName(namespace).delete();
    var path = "/api/v1/namespaces/" + namespace;
    var leaving = client.namespaces().withName(namespace).get();
    leaving.getSpec().setFinalizers(List.of());
    client.raw(path + "/finalize", "PUT", leaving);
    await().atMost(PATIENCE).until(() -> client.namespaces().withName(namespace).get() == null);
    client
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(namespace)
            .endMetadata()
            .build())
        .create();
  }

  private void pod() {
    surroundings.pod(namespace, "notifier-0", Map.of(), "app");
  }

  private int sidecars() {
    return client
        .pods()
        .inNamespace(namespace)
        .withName("notifier-0")
        .get()
        .getSpec()
        .getEphemeralContainers()
        .size();
  }

  private ProfileJob create(String name, String spec) {
    var job = client
        .getKubernetesSerialization()
        .unmarshal(
            """
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: %s}
        spec: {target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: 1s, events: [{type: cpu}]}%s}
        """.formatted(name, namespace, spec.isEmpty() ? "" : ", " + spec), ProfileJob.class);
    return client.resource(job).create();
  }

  /** The job as it was when it ended; some are deleted soon. */
  private ProfileJob finished(ProfileJob job) {
    return client
        .resource(job)
        .waitUntilCondition(
            j -> j != null && j.getStatus() != null && j.getStatus().phase().isTerminal(),
            PATIENCE.toSeconds(),
            TimeUnit.SECONDS);
  }

  private static String page(ProfileJob job) {
    return "/jobs/" + ObjectKeys.folder(job);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return TestOperator.get(operator.webPort(), path);
  }
}
