package dev.hotspotter.telemetry;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The server for machines. GET /metrics answers in the Prometheus text format. GET /healthz and /readyz answer 200 with
 * ok, or 503 with the problem.
 */
public final class TelemetryServer implements AutoCloseable {

  private final Javalin server;

  /** Listens on all addresses, for kubelet and Prometheus; port 0 means any free port. */
  public TelemetryServer(int port, PrometheusMeterRegistry registry, Health health) {
    server = Javalin.create(config -> {
      config.startup.showJavalinBanner = false;
      config.concurrency.useVirtualThreads = true;
      config.routes.get(
          "/metrics",
          ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
              .result(registry.scrape()));
      route(config, "/healthz", health::livenessProblem);
      route(config, "/readyz", health::readinessProblem);
    });
    server.start(port);
  }

  public int port() {
    return server.port();
  }

  /** By default Javalin answers 200 to a HEAD of each path that has a GET. */
  private static void route(JavalinConfig config, String path, Supplier<Optional<String>> problem) {
    config
        .routes
        .get(path, ctx -> answer(ctx, problem.get()))
        .head(path, ctx -> answer(ctx, problem.get()));
  }

  private static void answer(Context ctx, Optional<String> problem) {
    ctx.status(problem.isPresent() ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK)
        .result(problem.orElse("ok"));
  }

  @Override
  public void close() {
    server.stop();
  }
}
