package dev.hotspotter.web;

import io.javalin.Javalin;

/**
 * What people look at. GET / lists the jobs; GET /jobs/{namespace}/{job}-{uid8}/ is a job's report page; what lies below it
 * are the job's files: merged/report.json, merged/{event}.html, {pod}/{container}/recording.jfr, {pod}/{container}/{event}.html
 * and {pod}/{container}/{event}.collapsed. Anything else answers 404.
 */
public final class WebServer implements AutoCloseable {

  private final Javalin server;

  /** Listens on the given address only; port 0 means any free one. */
  public WebServer(String address, int port, Pages pages, Files files) {
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          config.routes.get("/", pages::list);
          config.routes.get("/jobs/{namespace}/{job}/", pages::job);
          config.routes.get("/jobs/{namespace}/{job}/<file>", files::serve);
        });
    server.start(address, port);
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }
}
