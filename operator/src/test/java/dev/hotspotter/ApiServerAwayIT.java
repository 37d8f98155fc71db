package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.FreePort;
import dev.hotspotter.testing.PortForward;
import dev.hotspotter.testing.S3Server;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator process that starts while the API server is away: it lives, waits, and then works. */
class ApiServerAwayIT {

  private static final String WAITING = " WARN  FirstContact: waiting: ";

  @TempDir
  static Path servers;

  @TempDir
  Path temp;

  @AutoClose
  private static ApiServer apiServer;

  @AutoClose
  private static S3Server s3;

  @BeforeAll
  static void startServers() throws Exception {
    apiServer = new ApiServer();
    s3 = new S3Server(S3Server.Kind.VERSITYGW, servers.resolve("s3"));
  }

  @Test
  void waits_for_an_api_server_at_whose_address_nobody_listens() throws Exception {
    var port = FreePort.find();
    try (var operator = start(port)) {
      assertWaits(operator, port, "ConnectException");
      await("it says again what it waits for")
          .until(() -> operator.lines(WAITING).size() == 2);

      try (var forward = new PortForward(port, apiServerPort())) {
        forward.begin();

        assertWorks(operator);
      }
    }
  }

  @Test
  void waits_for_an_api_server_that_accepts_connections_and_says_nothing() throws Exception {
    try (var forward = new PortForward(0, apiServerPort());
        var operator = start(forward.port())) {
      assertWaits(operator, forward.port(), "timed out");

      forward.begin();

      assertWorks(operator);
    }
  }

  @Test
  void does_not_wait_for_an_api_server_whose_certificate_it_does_not_trust() {
    var config = new ConfigBuilder(apiServer.client().getConfiguration())
        .withCaCertData(null)
        .withCaCertFile(null)
        .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      assertThat(new StartCheck(client, Set.of()).problem()).hasValueSatisfying(found -> {
        assertThat(found.isAway()).isFalse();
        assertThat(found.words()).contains("does not trust", "check the authority");
      });
    }
  }

  private OperatorProcess start(int port) throws IOException {
    var address = apiServer.client().getMasterUrl().getAuthority();
    var config = apiServer.kubeconfig().replace(address, "127.0.0.1:" + port);
    assertThat(config).contains("https://127.0.0.1:" + port);
    var file = Files.writeString(temp.resolve("kubeconfig"), config);
    return new OperatorProcess(
        temp,
        OperatorProcess.command(),
        s3.settings(),
        Map.of("KUBECONFIG", file.toString(), "KUBERNETES_REQUEST_TIMEOUT", "3000"));
  }

  private static int apiServerPort() {
    return apiServer.client().getMasterUrl().getPort();
  }

  private static void assertWaits(OperatorProcess operator, int port, String cause)
      throws InterruptedException {
    var problem = "the API server at https://127.0.0.1:" + port + "/ does not answer";
    await("it says what it waits for")
        .untilAsserted(() -> assertThat(operator.lines(WAITING))
            .as(operator::log)
            .first()
            .asString()
            .contains(problem, cause, "check that it runs"));
    assertThat(operator.telemetry("/healthz")).map(HttpResponse::statusCode).hasValue(200);
    assertThat(operator.telemetry("/readyz")).hasValueSatisfying(answer -> {
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains(problem);
    });
  }

  private static void assertWorks(OperatorProcess operator) throws InterruptedException {
    await("it is ready")
        .untilAsserted(() -> assertThat(operator.telemetry("/readyz"))
            .as(operator::log)
            .map(HttpResponse::statusCode)
            .hasValue(200));
    assertThat(operator.telemetry("/healthz")).map(HttpResponse::statusCode).hasValue(200);
    await("it leads")
        .untilAsserted(() -> assertThat(operator.telemetry("/metrics"))
            .map(HttpResponse::body)
            .hasValueSatisfying(
                metrics -> assertThat(metrics).contains("hotspotter_operator_leading 1.0")));
    assertThat(operator.lines(" ERROR ")).isEmpty();
  }
}
