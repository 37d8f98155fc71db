package dev.hotspotter.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.LogLines;
import dev.hotspotter.testing.Targets;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.TestServer;
import dev.hotspotter.web.server.WebServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log: one line for each read over HTTP, with its reader. */
class AuditLogIT {

  private static final String JOB = "/jobs/shop/checkout-cpu-1f0c3a5e/";
  private static final Auth PROXY = new Auth.Proxy(
      "0123456789abcdef0123456789abcdef", false, "X-Secret", "X-User", "X-Groups", "", "");

  private final LogLines log = new LogLines("hotspotter.audit");
  private final MemoryArtifacts artifacts = new MemoryArtifacts();
  private final HttpClient http = HttpClient.newHttpClient();
  private WebServer server;

  /** May read shop. */
  private final Reviews reviews = new Reviews() {
    @Override
    public Optional<Viewer> viewer(String token) {
      return Optional.empty();
    }

    @Override
    public boolean has(Viewer viewer, Right right) {
      return right.equals(Right.toRead(Optional.of("shop")))
          || right.equals(Right.toDownload("shop")) && viewer.name().startsWith("root");
    }
  };

  @BeforeEach
  void listen() {
    artifacts.stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "0123456789");
    artifacts.stored.put("shop/checkout-cpu-1f0c3a5e/notifier-1/app/recording.jfr", "0123456789");
    server = TestServer.with(
        PROXY,
        reviews,
        List.of(Jobs.running(Jobs.job(), Targets.succeeded("notifier-1"))),
        artifacts);
  }

  @AfterEach
  void close() {
    log.close();
    server.close();
    http.close();
  }

  @Test
  void each_read_is_a_line_and_what_is_refused_or_only_asked_about_is_none() throws Exception {
    get("alice", "merged/cpu.html");
    get("alice", "notifier-1/app/recording.jfr");
    get("alice", "merged/none.html");
    get("root", "notifier-1/app/recording.jfr", "Range", "bytes=2-4");
    get("root", "merged/cpu.html", "If-None-Match", "\"5d41\"");
    get("root", "merged/cpu.html", "Sec-Fetch-Dest", "document");

    assertThat(log.lines())
        .containsExactly(
            "read user=alice groups=3 namespace=shop job=checkout-cpu-1f0c3a5e"
                + " file=merged/cpu.html bytes=10 remote=127.0.0.1",
            "read user=root groups=3 namespace=shop job=checkout-cpu-1f0c3a5e"
                + " file=notifier-1/app/recording.jfr bytes=3 remote=127.0.0.1",
            "read user=root groups=3 namespace=shop job=checkout-cpu-1f0c3a5e"
                + " file=merged/cpu.html bytes=0 remote=127.0.0.1");
  }

  @Test
  void no_name_is_taken_for_another_word() throws Exception {
    get("root bytes=0 remote=1.2.3.4\u00a0\u00ff", "merged/cpu.html");

    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("read user=root?bytes=0?remote=1.2.3.4?? groups=")
        .endsWith(" bytes=10 remote=127.0.0.1");
  }

  private void get(String user, String file, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.port() + JOB + file))
        .headers(
            "X-Secret", "0123456789abcdef0123456789abcdef", "X-User", user, "X-Groups", "dev,ops");
    http.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        BodyHandlers.ofString());
  }
}
