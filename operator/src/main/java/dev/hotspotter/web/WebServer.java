package dev.hotspotter.web;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Handler;

/**
 * What people look at. GET / lists the jobs; GET /jobs/{namespace}/{job}-{uid8}/ is a job's report page; what lies below it
 * are the job's files: merged/report.json, merged/{event}.html, {pod}/{container}/recording.jfr, {pod}/{container}/{event}.html
 * and {pod}/{container}/{event}.collapsed. Anything else answers 404. HEAD answers as GET does, without the body.
 */
public final class WebServer implements AutoCloseable {

  private final Javalin server;

  /** Listens on the given address only; port 0 means any free one. */
  public WebServer(String address, int port, Pages pages, Files files) {
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          route(config, "/", pages::list);
          route(config, "/jobs/{namespace}/{job}/", pages::job);
          route(config, "/jobs/{namespace}/{job}/<file>", files::serve);
        });
    server.start(address, port);
  }

  /** Javalin by itself answers 200 to a HEAD of any path that GET could have. */
  private static void route(JavalinConfig config, String path, Handler handler) {
    config.routes.get(path, handler).head(path, handler);
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
