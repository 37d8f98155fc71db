package dev.hotspotter.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Answers as a test says, for what a real API server answers only by chance; it has no watches to give. */
public final class ScriptedApiServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final KubernetesClient client;

  /** A request of the client. */
  public record Request(String method, String path, String query, String body) {

    public boolean isWatch() {
      return query.contains("watch=true");
    }
  }

  /** A status code and the object to send. */
  public record Answer(int status, Object body) {

    public static Answer ok(Object body) {
      return new Answer(200, body);
    }

    /** An answer without an object. */
    public static Answer code(int status) {
      return new Answer(status, null);
    }
  }

  /** A client waits so many milliseconds before it repeats a watch. */
  public ScriptedApiServer(int retryMillis, Function<Request, Answer> script) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, script));
    server.start();
    var config = new ConfigBuilder(Config.empty())
        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
        .withRequestRetryBackoffLimit(0)
        .withWatchReconnectInterval(retryMillis)
        .build();
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  public KubernetesClient client() {
    return client;
  }

  public List<Request> requests() {
    return requests;
  }

  private void answer(HttpExchange exchange, Function<Request, Answer> script) throws IOException {
    try (exchange) {
      var uri = exchange.getRequestURI();
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var request = new Request(
          exchange.getRequestMethod(), uri.getPath(), String.valueOf(uri.getQuery()), body);
      requests.add(request);
      var answer = script.apply(request);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      var json = answer.body() == null
          ? new byte[0]
          : client
              .getKubernetesSerialization()
              .asJson(answer.body())
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), json.length == 0 ? -1 : json.length);
      exchange.getResponseBody().write(json);
    }
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
