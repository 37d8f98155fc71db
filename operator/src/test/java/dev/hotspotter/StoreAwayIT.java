package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.testing.Surroundings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole operator beside an object store that is away: jobs wait for it, and nothing else does. */
class StoreAwayIT {

  /** More jobs at a time than passes. */
  private static final InstallationLimits ROOMY =
      new InstallationLimits(false, RootSidecars.POD, Duration.ofHours(1), 100, 10, 100);

  /** More than there are threads for passes. */
  private static final int MANY = 25;

  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private String namespace;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(1));
  }

  @BeforeEach
  void runPod() {
    namespace = surroundings.namespace();
    surroundings.pod(namespace, "notifier-0", Map.of(), "app");
  }

  @Test
  void
      a_job_that_begins_without_a_store_is_pending_in_the_stores_words_and_runs_when_the_store_is_back()
          throws Exception {
    var s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("away"));
    s3.close();
    try (var operator = operator(s3.settings())) {
      var job = apply("waits");
      await().atMost(SOON).until(() -> phase(job) == JobPhase.PENDING);
      var status = current(job).getStatus();
      assertThat(status.conditions()).hasSize(2).allSatisfy(condition -> {
        assertThat(condition.status()).isEqualTo("False");
        assertThat(condition.reason()).isEqualTo(Reasons.OBJECT_STORE_UNAVAILABLE);
        assertThat(condition.message())
            .containsIgnoringCase("connect")
            .contains(s3.settings().endpoint());
      });
      assertThat(status.startTime()).isNull();
      assertThat(get(operator, "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(operator, "/readyz").body()).contains("object store");
      assertThat(get(operator, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(operator, "/metrics").statusCode()).isEqualTo(200);
      assertThat(surroundings
              .client()
              .pods()
              .inNamespace(namespace)
              .withName("notifier-0")
              .get()
              .getSpec()
              .getEphemeralContainers())
          .isEmpty();

      var back = Instant.now();
      s3.start();

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> phase(job) != null && phase(job).isTerminal());
      var ended = current(job).getStatus();
      assertThat(ended.phase()).as("%s", ended.conditions()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(Instant.parse(ended.startTime()))
          .as("its deadline counts from then")
          .isAfter(back.minusSeconds(1));
      assertThat(ended.conditions()).extracting(c -> c.status()).containsOnly("True");
    } finally {
      s3.close();
    }
  }

  /** It takes connections, as a server does whose disk is gone, and never says a word. */
  @Test
  void a_store_that_hangs_holds_no_pass() throws Exception {
    try (var hanging = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        var operator = operator(new StoreSettings(
            "http://127.0.0.1:" + hanging.getLocalPort(),
            "local",
            "hotspotter",
            "",
            "key",
            "secret"))) {
      var jobs = IntStream.range(0, MANY).mapToObj(i -> apply("waits-" + i)).toList();

      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(jobs).allMatch(job -> phase(job) == JobPhase.PENDING));
      assertThat(current(jobs.getLast()).getStatus().conditions().getFirst().message())
          .contains("it has not answered in time");
      assertThat(get(operator, "/healthz").statusCode()).isEqualTo(200);
    }
  }

  private HotspotterOperator operator(StoreSettings store) {
    return TestOperator.start(
        TestOperator.config(namespace, store).limits(ROOMY).build(), surroundings.client());
  }

  private ProfileJob apply(String name) {
    return surroundings.client().resource(Surroundings.job(namespace, name)).create();
  }

  private ProfileJob current(ProfileJob job) {
    return surroundings.client().resource(job).get();
  }

  private JobPhase phase(ProfileJob job) {
    var status = current(job).getStatus();
    return status == null ? null : status.phase();
  }

  private static HttpResponse<String> get(HotspotterOperator operator, String path)
      throws Exception {
    return TestOperator.get(operator.telemetryPort(), path);
  }
}
