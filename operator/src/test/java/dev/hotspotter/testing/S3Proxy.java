package dev.hotspotter.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotspotter.storage.StoreSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** A real S3 server's requests and answers, but for some that get an answer of the proxy's own. */
public final class S3Proxy implements AutoCloseable {

  private final HttpServer server;
  private final OkHttpClient client = new OkHttpClient();
  private final StoreSettings upstream;
  private final int code;
  private final BiPredicate<String, String> takes;

  /** Refuses is asked for a request's line, such as GET /bucket?delete=, and its body; the answer is 503. */
  public S3Proxy(StoreSettings upstream, BiPredicate<String, String> refuses) throws IOException {
    this(InetAddress.getLoopbackAddress(), upstream, 503, refuses);
  }

  /** Answers the code to the requests that it takes, whose line and body it is asked for. */
  public S3Proxy(
      InetAddress address, StoreSettings upstream, int code, BiPredicate<String, String> takes)
      throws IOException {
    this.upstream = upstream;
    this.code = code;
    this.takes = takes;
    server = HttpServer.create(new InetSocketAddress(address, 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  public StoreSettings settings() {
    return new StoreSettings(
        "http://127.0.0.1:" + server.getAddress().getPort(),
        upstream.region(),
        upstream.bucket(),
        upstream.prefix(),
        upstream.accessKey(),
        upstream.secretKey());
  }

  /** Passes a request on with all its headers, also Host, because the signature covers them. */
  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      var method = exchange.getRequestMethod();
      var path = exchange.getRequestURI().toString();
      var body = exchange.getRequestBody().readAllBytes();
      if (takes.test(method + " " + path, new String(body, StandardCharsets.UTF_8))) {
        exchange.sendResponseHeaders(code, -1);
        return;
      }
      var request = new Request.Builder().url(upstream.endpoint() + path);
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> values.forEach(value -> request.addHeader(name, value)));
      request.method(
          method, List.of("PUT", "POST").contains(method) ? RequestBody.create(body) : null);
      try (var answer = client.newCall(request.build()).execute()) {
        answer
            .headers()
            .forEach(
                header -> exchange.getResponseHeaders().add(header.getFirst(), header.getSecond()));
        exchange.getResponseHeaders().remove("Transfer-Encoding");
        var content = answer.body().bytes();
        exchange.sendResponseHeaders(answer.code(), content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
