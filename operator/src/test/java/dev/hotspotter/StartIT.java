package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotspotter.storage.StoreSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator process that cannot start: it ends, and one sentence of its log says what to do. */
class StartIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir
  Path temp;

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
      var ended = start("http://127.0.0.1:" + server.getAddress().getPort(), Map.of());

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
    var ended = start("http://127.0.0.1:1", Map.of("HOTSPOTTER_STORE_ENDPOINT", ""));

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
  private record Ended(int code, String log, List<String> errors) {}

  private Ended start(String apiServer, Map<String, String> variables) throws Exception {
    var environment =
        new HashMap<>(Map.of("KUBERNETES_MASTER", apiServer, "KUBECONFIG", "/dev/null"));
    environment.putAll(variables);
    var noStore = new StoreSettings(
        "http://127.0.0.1:1", "local", "hotspotter", "", "tester", "tester-secret");
    try (var operator =
        new OperatorProcess(temp, OperatorProcess.command(), noStore, environment)) {
      assertThat(operator.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .as(() -> "it has ended within %s; its log: %s".formatted(PATIENCE, operator.log()))
          .isTrue();
      return new Ended(operator.process().exitValue(), operator.log(), operator.lines(" ERROR "));
    }
  }
}
