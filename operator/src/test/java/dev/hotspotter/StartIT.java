package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotspotter.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator process that cannot start: it ends, and one sentence of its log says what to do. */
class StartIT {

  @TempDir
  Path temp;

  @Test
  void ends_when_nobody_listens_at_the_api_servers_address() throws Exception {
    var address = "http://127.0.0.1:" + FreePort.find();

    var ended = start(address, 180);

    assertThat(ended.code()).as(ended.log()).isEqualTo(1);
    assertThat(ended.errors())
        .as(ended.log())
        .singleElement()
        .asString()
        .contains(
            "the API server at " + address + "/ does not answer",
            "ConnectException",
            "check that it runs",
            "network policies");
  }

  @Test
  void ends_when_the_api_server_accepts_connections_and_says_nothing() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var ended = start(
          "http://127.0.0.1:" + silent.getLocalPort(), 180, "KUBERNETES_REQUEST_TIMEOUT", "1000");

      assertThat(ended.code()).as(ended.log()).isEqualTo(1);
      assertThat(ended.errors())
          .as(ended.log())
          .singleElement()
          .asString()
          .contains("does not answer", "timed out");
    }
  }

  @Test
  void ends_when_the_crd_is_not_installed() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/version", exchange -> answer(exchange, 200, "{\"major\":\"1\",\"minor\":\"34\"}"));
    server.createContext(
        "/api/v1/pods",
        exchange ->
            answer(exchange, 200, "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}"));
    server.createContext("/", exchange -> answer(exchange, 404, "404 page not found"));
    server.start();
    try {
      var ended = start("http://127.0.0.1:" + server.getAddress().getPort(), 180);

      assertThat(ended.code()).as(ended.log()).isEqualTo(1);
      assertThat(ended.errors())
          .as(ended.log())
          .singleElement()
          .asString()
          .contains("knows no ProfileJobs", "crds.install=true");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void ends_when_its_configuration_is_not_complete() throws Exception {
    var ended = start("http://127.0.0.1:1", 180, "HOTSPOTTER_STORE_ENDPOINT", "");

    assertThat(ended.code()).as(ended.log()).isEqualTo(2);
    assertThat(ended.errors())
        .as(ended.log())
        .singleElement()
        .asString()
        .contains("HOTSPOTTER_STORE_ENDPOINT must be set");
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    var body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    try (exchange;
        var out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /** The exit code and the log of a process. */
  private record Ended(int code, String log) {

    List<String> errors() {
      return log.lines().filter(line -> line.contains(" ERROR ")).toList();
    }
  }

  private Ended start(String apiServer, long mostSeconds, String... variable) throws Exception {
    var log = temp.resolve("operator.log");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder = new ProcessBuilder(
            java, "-cp", System.getProperty("java.class.path"), HotspotterOperator.class.getName())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile());
    builder.environment().putAll(environment(apiServer));
    for (int i = 0; i < variable.length; i += 2) {
      builder.environment().put(variable[i], variable[i + 1]);
    }
    var process = builder.start();
    try {
      var ended = process.waitFor(mostSeconds, TimeUnit.SECONDS);
      assertThat(ended)
          .as("it has ended within %d s; its log: %s", mostSeconds, Files.readString(log))
          .isTrue();
      return new Ended(process.exitValue(), Files.readString(log));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Map<String, String> environment(String apiServer) {
    return Map.of(
        "KUBERNETES_MASTER", apiServer,
        "KUBECONFIG", "/dev/null",
        "HOTSPOTTER_SIDECAR_IMAGE", "sidecar:test",
        "HOTSPOTTER_STORE_ENDPOINT", "http://127.0.0.1:1",
        "HOTSPOTTER_STORE_ACCESS_KEY", "tester",
        "HOTSPOTTER_STORE_SECRET_KEY", "tester-secret",
        "HOTSPOTTER_WEB_PORT", "0",
        "HOTSPOTTER_METRICS_PORT", "0",
        "HOTSPOTTER_LEADER_ELECTION", "true",
        "POD_NAMESPACE", "hotspotter");
  }
}
