package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.pyroscope.PyroscopeSettings;
import dev.hotspotter.testing.FreePort;
import dev.hotspotter.testing.IngestServer;
import dev.hotspotter.testing.IngestServer.Answer;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole operator with a server in Pyroscope's place that checks what it is sent. */
class PyroscopeIT {

  private static final String TENANT = "team-a";
  private static final String AUTHORIZATION = "Basic MTIzNDU2OndvcmQ=";
  private static final Duration SOON = Duration.ofMinutes(2);

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private KubernetesClient client;
  private String namespace;
  private IngestServer pyroscope;
  private HotspotterOperator operator;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(1));
  }

  @BeforeEach
  void start() throws IOException {
    client = surroundings.client();
    namespace = surroundings.namespace();
    pyroscope = new IngestServer(0, TENANT, AUTHORIZATION);
    operator = operator(pyroscope.url(), Duration.ofHours(1));
  }

  @AfterEach
  void stop() {
    operator.close();
    pyroscope.close();
    assertThat(pyroscope.violations()).isEmpty();
  }

  private HotspotterOperator operator(String url, Duration patience) {
    var settings =
        new PyroscopeSettings(url, Optional.of(TENANT), Optional.of(AUTHORIZATION), patience);
    return TestOperator.start(
        TestOperator.config(namespace, surroundings.s3().settings())
            .pyroscope(Optional.of(settings))
            .build(),
        client);
  }

  @Test
  void each_recording_arrives_with_what_there_is_to_find_it_by() throws Exception {
    pod("notifier-7d9c86b5f4-x2x4q");
    pod("store-0");
    var before = Instant.now().getEpochSecond();

    var job = told(apply("cpu"));

    assertThat(pushed(job)).satisfies(condition -> {
      assertThat(condition.status()).isEqualTo("True");
      assertThat(condition.reason()).isEqualTo("Pushed");
      assertThat(condition.message())
          .isEqualTo("2 recordings are in Pyroscope with the labels namespace=%s and profilejob=job"
              .formatted(namespace));
    });
    assertThat(pyroscope.ingested()).hasSize(2).allSatisfy(each -> {
      assertThat(each.labels())
          .hasSize(7)
          .containsEntry("namespace", namespace)
          .containsEntry("workload", each.service())
          .containsEntry("container", "app")
          .containsEntry("node", "node")
          .containsEntry("version", "2.14.0")
          .containsEntry("profilejob", "job");
      assertThat(each.from()).isBetween(before, each.until());
      assertThat(each.sampleRate()).isEqualTo(100);
      assertThat(each.events()).contains("jdk.ExecutionSample");
    });
    assertThat(pyroscope.ingested())
        .extracting(each -> each.service() + " " + each.labels().get("pod"))
        .containsExactlyInAnyOrder("notifier notifier-7d9c86b5f4-x2x4q", "store store-0");
    await("events follow the status")
        .untilAsserted(() ->
            assertThat(events(job)).contains("Normal Pushed").containsOnlyOnce("Normal Recorded"));
    assertThat(metrics())
        .contains(
            "hotspotter_pyroscope_pushes_total{outcome=\"sent\"} 2.0",
            "hotspotter_pyroscope_pending 0.0");
  }

  @Test
  void what_pyroscope_cannot_take_now_is_sent_again_and_not_before_it_says() throws Exception {
    pod("store-0");
    var seen = new CountDownLatch(1);
    pyroscope
        .then(503, null, "<h1>no healthy upstream</h1>")
        .then(
            429,
            "2",
            "{\"code\":\"resource_exhausted\",\"message\":\"push rate limit (4.0 MiB) exceeded\"}")
        .then(() -> waiting(seen));

    var job = apply("cpu");
    var pending = await()
        .atMost(SOON)
        .until(
            () -> current(job),
            j -> isPushed(j, "PushPending") && pushed(j).message().contains("429"));

    assertThat(pending.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(pushed(pending).message())
        .startsWith(
            "Pyroscope answered 429: push rate limit (4.0 MiB) exceeded; raise limits.ingestion_rate_mb")
        .contains("the operator tries again until "
            + Instant.parse(pending.getStatus().completionTime()).plusSeconds(3600));
    assertThat(metrics()).contains("hotspotter_pyroscope_pending 1.0");
    seen.countDown();
    assertThat(pushed(told(job)).reason()).isEqualTo("Pushed");
    assertThat(pyroscope.ingested()).hasSize(3);
    assertThat(Duration.ofNanos(
            pyroscope.ingested().get(2).nanos() - pyroscope.ingested().get(1).nanos()))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    assertThat(metrics())
        .contains(
            "hotspotter_pyroscope_pushes_total{outcome=\"sent\"} 1.0",
            "hotspotter_pyroscope_pushes_total{outcome=\"postponed\"} 2.0",
            "hotspotter_pyroscope_pending 0.0");
    await("events follow the status")
        .untilAsserted(() -> assertThat(events(job))
            .contains("Normal Pushed")
            .noneMatch(event -> event.startsWith("Warning")));
  }

  private static Answer waiting(CountDownLatch seen) {
    try {
      return seen.await(60, TimeUnit.SECONDS)
          ? new Answer(200, null, "")
          : new Answer(400, null, "nobody has looked");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void what_pyroscope_refuses_is_dropped_with_its_words_and_the_other_recording_is_sent()
      throws Exception {
    pod("store-0");
    pod("store-1");
    pyroscope.then(
        422, null, "{\"code\":\"unknown\",\"message\":\"jfr parser panic: int overflow\"}");

    var job = told(apply("cpu"));

    assertThat(job.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(job.getStatus().conditions())
        .extracting(Condition::type)
        .containsExactly("Finished", "Complete", "TargetsSelected", "Pushed");
    assertThat(pushed(job).reason()).isEqualTo("PushRefused");
    assertThat(pushed(job).message())
        .startsWith(
            "1 of 2 recordings are not in Pyroscope; store-0: Pyroscope answered 422: jfr parser"
                + " panic: int overflow; ");
    assertThat(pyroscope.ingested())
        .extracting(each -> each.labels().get("pod"))
        .as("each once")
        .containsExactly("store-0", "store-1");
    await("events follow the status")
        .untilAsserted(() -> assertThat(events(job)).containsOnlyOnce("Warning PushRefused"));
    assertThat(metrics())
        .contains(
            "hotspotter_pyroscope_pushes_total{outcome=\"refused\"} 1.0",
            "hotspotter_pyroscope_pushes_total{outcome=\"sent\"} 1.0");
  }

  @Test
  void the_next_operator_takes_up_what_one_could_not_send() throws Exception {
    operator.close();
    pyroscope.close();
    var port = FreePort.find();
    operator = operator("http://127.0.0.1:" + port, Duration.ofHours(1));
    pod("store-0");
    var job = apply("cpu");
    var pending = await().atMost(SOON).until(() -> current(job), j -> isPushed(j, "PushPending"));
    assertThat(pushed(pending).message())
        .startsWith("Pyroscope at http://127.0.0.1:%d does not answer (".formatted(port))
        .contains("sinks.pyroscope.url");

    operator.close();
    pyroscope = new IngestServer(port, TENANT, AUTHORIZATION);
    operator = operator(pyroscope.url(), Duration.ofHours(1));

    assertThat(pushed(told(job)).reason()).isEqualTo("Pushed");
    assertThat(pyroscope.ingested())
        .singleElement()
        .satisfies(each -> assertThat(each.service()).isEqualTo("store"));
  }

  @Test
  void the_next_operator_sends_only_what_the_one_before_has_not() throws Exception {
    pod("store-0");
    pod("store-1");
    pyroscope.then(200, null, "").then(503, "600", "away");
    var job = apply("cpu");
    await().atMost(SOON).until(() -> current(job), j -> isPushed(j, "PushPending"));

    operator.close();
    operator = operator(pyroscope.url(), Duration.ofHours(1));

    assertThat(pushed(told(job)).reason()).isEqualTo("Pushed");
    assertThat(pyroscope.ingested())
        .extracting(each -> each.labels().get("pod"))
        .containsExactly("store-0", "store-1", "store-1");
  }

  @Test
  void what_cannot_be_sent_in_time_is_given_up() throws Exception {
    operator.close();
    operator = operator("http://127.0.0.1:" + FreePort.find(), Duration.ofSeconds(3));
    pod("store-0");

    var job = told(apply("cpu"));

    assertThat(pushed(job).reason()).isEqualTo("PushGivenUp");
    assertThat(pushed(job).message())
        .contains(
            "store-0: Pyroscope at",
            "given up at " + Instant.parse(job.getStatus().completionTime()).plusSeconds(3));
    await("events follow the status")
        .untilAsserted(() -> assertThat(events(job)).containsOnlyOnce("Warning PushGivenUp"));
    assertThat(metrics())
        .contains(
            "hotspotter_pyroscope_pushes_total{outcome=\"given_up\"} 1.0",
            "hotspotter_pyroscope_pending 0.0");
  }

  private void pod(String name) {
    surroundings.pod(namespace, name, Map.of(), "app");
  }

  private ProfileJob apply(String events) {
    return client.resource(job(events)).create();
  }

  private ProfileJob job(String events) {
    return client
        .getKubernetesSerialization()
        .unmarshal("""
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: job, namespace: %s}
        spec:
          target: {selector: {matchLabels: {app: notifier}}}
          recording: {duration: 1s, events: [{type: %s}]}
        """.formatted(namespace, events), ProfileJob.class);
  }

  private ProfileJob current(ProfileJob job) {
    return client.resource(job).get();
  }

  /** The job when it says for good what has become of its recordings. */
  private ProfileJob told(ProfileJob job) {
    return await()
        .atMost(SOON)
        .until(
            () -> current(job),
            j -> j.getStatus() != null && pushed(j) != null && !isPushed(j, "PushPending"));
  }

  private static boolean isPushed(ProfileJob job, String reason) {
    return job.getStatus() != null
        && pushed(job) != null
        && pushed(job).reason().equals(reason);
  }

  private static Condition pushed(ProfileJob job) {
    return job.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals("Pushed"))
        .findFirst()
        .orElse(null);
  }

  private List<String> events(ProfileJob job) {
    return client.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(
            event -> event.getInvolvedObject().getUid().equals(job.getMetadata().getUid()))
        .map(event -> event.getType() + " " + event.getReason())
        .toList();
  }

  private String metrics() throws IOException, InterruptedException {
    return TestOperator.get(operator.telemetryPort(), "/metrics").body();
  }
}
