package dev.hotspotter.web.server;

import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.access.RefusalLog;
import dev.hotspotter.web.access.Tls;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.compression.Gzip;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The HTTP server of the pages; docs/reference/web.md says what each path answers. */
public final class WebServer implements AutoCloseable {

  /** Graphs and stacks shrink to a tenth; recordings are compressed already. */
  private static final List<String> COMPRESSED =
      List.of("text/html", "text/plain", "application/json");

  private static final int COMPRESSION_LEVEL = 5;

  private static final Duration CERTIFICATES = Duration.ofMinutes(1);

  private final Javalin server;
  private final Optional<Tls> tls;

  /** Listens only on the given address; port 0 means any free port. */
  public WebServer(WebSettings settings, Gate gate, Pages pages) {
    this(settings, gate, pages, CERTIFICATES);
  }

  WebServer(WebSettings settings, Gate gate, Pages pages, Duration certificatesAreReadEvery) {
    tls = settings
        .certificates()
        .map(certificates -> new Tls(certificates, certificatesAreReadEvery));
    server = Javalin.create(config -> {
      config.startup.showJavalinBanner = false;
      config.concurrency.useVirtualThreads = true;
      config.http.compressionStrategy = compression();
      config.jetty.modifyServer(jetty -> jetty.setRequestLog(new RefusalLog()));
      tls.ifPresent(https -> config.jetty.addConnector(
          (jetty, http) -> https.connector(jetty, http, settings.address(), settings.port())));
      config.routes.before(WebServer::protect).before(gate::admit);
      config.routes.after(WebServer::sayWhen).after(WebServer::closeAfterRefusal);
      route(config, "/", pages.list::show);
      route(config, "/jobs/{namespace}/{job}/", Gate.inNamespace(pages.job::show));
      route(config, "/jobs/{namespace}/{job}/<file>", Gate.inNamespace(pages.files::serve));
      route(config, "/compare", pages.compare::show);
      route(config, "/compare/graph", pages.compare::graph);
      route(config, "/pod", pages.pod::show);
      route(config, "/profile", pages.profile::show);
      config.routes.post("/profile", pages.profile::submit);
    });
    server.start(settings.address(), settings.port());
  }

  private static CompressionStrategy compression() {
    var strategy = new CompressionStrategy(null, new Gzip(COMPRESSION_LEVEL));
    strategy.setAllowedMimeTypes(COMPRESSED);
    return strategy;
  }

  /** Forbids shared caches, content sniffing, foreign embedding, and referrers. */
  private static void protect(Context ctx) {
    ctx.header("Cache-Control", "private, no-cache")
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Cross-Origin-Opener-Policy", "same-origin");
  }

  private static void sayWhen(Context ctx) {
    if (ctx.status() == HttpStatus.TOO_MANY_REQUESTS) {
      ctx.header("Retry-After", "1");
    }
  }

  /**
   * A refused form may be unread, and Jetty then closes the connection. Without this header, the
   * client's next request can meet a closed connection (RFC 9112, section 9.6).
   */
  private static void closeAfterRefusal(Context ctx) {
    if (ctx.method() == HandlerType.POST && ctx.statusCode() >= HttpStatus.BAD_REQUEST.getCode()) {
      ctx.header("Connection", "close");
    }
  }

  /** By default Javalin answers 200 to a HEAD of each path that has a GET. */
  private static void route(JavalinConfig config, String path, Handler handler) {
    config.routes.get(path, handler).head(path, handler);
  }

  /** The paths with their own handlers. */
  public List<String> paths() {
    return server.unsafe.internalRouter.allHttpHandlers().stream()
        .filter(handler -> handler.endpoint.method.isHttpMethod())
        .map(handler -> handler.endpoint.path)
        .distinct()
        .toList();
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
    tls.ifPresent(Tls::close);
  }
}
