package dev.hotspotter.testing;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A client of a real API server, but for some of its requests: another server refuses them with one code. */
public final class FaultyAnswers implements AutoCloseable {

  private final HttpServer server;
  private final KubernetesClient client;
  private final Predicate<HttpRequest> refuses;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean begun;

  public FaultyAnswers(Config config, int code, Predicate<HttpRequest> refuses) throws IOException {
    this.refuses = refuses;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    var status =
        "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Failure\", \"message\":"
            + " \"refused by a test\", \"code\": %d}".formatted(code);
    server.createContext("/", exchange -> {
      try (exchange) {
        exchange.getRequestBody().readAllBytes();
        var body = status.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
      }
    });
    server.start();
    client = new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientBuilderConsumer(
            builder -> builder.addOrReplaceInterceptor("faults", new Refusal()))
        .build();
  }

  /** Sends the refused requests to the other server. */
  private final class Refusal implements Interceptor {

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      if (!begun) {
        return;
      }
      asked.incrementAndGet();
      if (refuses.test(request)) {
        refused.incrementAndGet();
        builder.uri(URI.create(
            "http://127.0.0.1:" + server.getAddress().getPort() + request.uri().getRawPath()));
      }
    }
  }

  public KubernetesClient client() {
    return client;
  }

  public void begin() {
    begun = true;
  }

  public void end() {
    begun = false;
  }

  /** The number of requests since the beginning, repeated ones included. */
  public int asked() {
    return asked.get();
  }

  public int refused() {
    return refused.get();
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
  }
}
