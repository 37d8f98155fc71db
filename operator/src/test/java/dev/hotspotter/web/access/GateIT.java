package dev.hotspotter.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.server.ListedJobs;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.TestServer;
import dev.hotspotter.web.server.WebServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access over HTTP: who gets in, and what the others learn. PagesAccessIT tests the cluster's answers. */
class GateIT {

  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final Auth PROXY =
      new Auth.Proxy(SECRET, false, "X-Proxy-Secret", "X-User", "X-Groups", "oidc:", "oidc:");

  /** The values of the parts of a route's path. */
  private static final Map<String, String> PARTS =
      Map.of("{namespace}", "shop", "{job}", "checkout-cpu-1f0c3a5e", "<file>", "merged/cpu.html");

  private final List<ProfileJob> jobs = new ArrayList<>();
  private final MemoryArtifacts artifacts = new MemoryArtifacts();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Viewer> asked = new ArrayList<>();
  private boolean clusterIsAway;
  private WebServer server;

  /** Knows the token of Alice, who may read shop, and of the administrator. */
  private final Reviews reviews = new Reviews() {
    @Override
    public Optional<Viewer> viewer(String token) {
      failIfAway();
      return Optional.of(token)
          .filter(List.of("alice", "admin", "mallory")::contains)
          .map(name -> new Viewer(name, null, List.of(), Map.of()));
    }

    @Override
    public boolean has(Viewer viewer, Right right) {
      failIfAway();
      if (right.subresource() == null) {
        asked.add(viewer);
      }
      var name = viewer.name().replace("oidc:", "");
      return name.equals("admin")
          || name.equals("alice") && right.equals(Right.toRead(Optional.of("shop")));
    }

    private void failIfAway() {
      if (clusterIsAway) {
        throw new IllegalStateException("connection refused");
      }
    }
  };

  @BeforeEach
  void store() {
    jobs.add(ListedJobs.running("shop", "checkout-cpu", "notifier-1"));
    jobs.add(ListedJobs.running("billing", "invoices", "ledger-1"));
    artifacts.stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "content");
  }

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  @Test
  void no_route_lets_in_someone_whom_nobody_knows_whatever_the_method() throws Exception {
    start(new Auth.Kubernetes(List.of()));
    assertThat(server.paths())
        .contains(
            "/",
            "/jobs/{namespace}/{job}/",
            "/jobs/{namespace}/{job}/<file>",
            "/compare",
            "/compare/graph",
            "/pod",
            "/profile");
    for (var route : server.paths()) {
      for (var method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
        assertThat(send(method, path(route)).statusCode())
            .as(method + " " + route)
            .isEqualTo(401);
        assertThat(send(method, path(route), "Authorization", "Bearer wrong").statusCode())
            .as(method + " " + route)
            .isEqualTo(401);
      }
    }
    assertThat(get("/no/such/route").statusCode()).isEqualTo(401);
    assertThat(artifacts.asked).isEmpty();
  }

  @Test
  void no_route_shows_anything_to_someone_without_rights() throws Exception {
    start(new Auth.Kubernetes(List.of()));
    for (var route : server.paths()) {
      for (var method : List.of("GET", "HEAD")) {
        assertThat(send(method, path(route), as("mallory")).statusCode())
            .as(method + " " + route)
            .isEqualTo(403);
      }
    }
    assertThat(artifacts.asked).as("nothing is read of what they may not see").allMatch(""::equals);
  }

  @Test
  void what_there_is_and_what_there_is_not_is_refused_in_the_same_words() throws Exception {
    start(new Auth.Kubernetes(List.of()));
    var there = get("/jobs/billing/invoices-1f0c3a5e/", as("alice"));

    for (var path : List.of(
        "/compare?a=billing/invoices-1f0c3a5e&b=shop/checkout-cpu-1f0c3a5e",
        "/compare?a=shop/checkout-cpu-1f0c3a5e&b=none/none-1f0c3a5e",
        "/compare/graph?a=billing/invoices-1f0c3a5e&b=billing/none-1f0c3a5e",
        "/compare?namespace=none",
        "/compare?b=billing/none-1f0c3a5e/x/y",
        "/compare?b=billing/invoices-1f0c3a5e&before=7d",
        "/compare?b=none/none-1f0c3a5e&before=7d",
        "/pod?namespace=billing&pod=ledger-1",
        "/pod?namespace=none&pod=none",
        "/pod?namespace=billing",
        "/pod?pod=ledger-1",
        "/profile?namespace=billing",
        "/profile?namespace=none",
        "/jobs/billing/none-1f0c3a5e/",
        "/jobs/none/none-1f0c3a5e/",
        "/jobs/billing/none-1f0c3a5e/merged/cpu.html",
        "/?namespace=none",
        "/?namespace=billing")) {
      var other = get(path, as("alice"));
      assertThat(other.statusCode()).as(path).isEqualTo(there.statusCode()).isEqualTo(403);
      assertThat(other.body()).as(path).isEqualTo(there.body()).doesNotContain("billing", "none");
    }
    jobs.clear();
    assertThat(get("/", as("mallory")).body())
        .isEqualTo(get("/?x=y", as("mallory")).body());
  }

  @Test
  void one_sees_ones_own_and_nothing_of_others() throws Exception {
    start(new Auth.Kubernetes(List.of()));

    assertThat(get("/jobs/shop/checkout-cpu-1f0c3a5e/", as("alice")).body()).contains("notifier-1");
    assertThat(get("/jobs/shop/none-1f0c3a5e/", as("alice")).statusCode()).isEqualTo(404);
    assertThat(get("/", as("alice")).body())
        .contains("checkout-cpu")
        .doesNotContain("billing", "invoices");
    assertThat(get("/?namespace=shop", as("alice")).body()).contains("checkout-cpu");
    assertThat(get("/?namespace=shop&namespace=billing", as("alice")).statusCode())
        .isEqualTo(403);
    assertThat(get("/", as("admin")).body()).contains("checkout-cpu", "invoices");
  }

  @Test
  void pages_and_graphs_are_one_right_and_what_was_recorded_is_another() throws Exception {
    start(new Auth.Kubernetes(List.of()));
    var job = "/jobs/shop/checkout-cpu-1f0c3a5e/";
    jobs.set(
        0,
        Jobs.running(
            Jobs.job(),
            RecordingStatusBuilder.builder(Targets.succeeded("notifier-1"))
                .bytes(182733L)
                .diagnosticsBytes(9L)
                .build()));
    var raw = List.of(job + "notifier-1/app/recording.jfr", job + "notifier-1/app/diagnostics.txt");
    raw.forEach(path -> artifacts.stored.put(path.substring("/jobs/".length()), "raw"));

    for (var path : raw) {
      for (var method : List.of("GET", "HEAD")) {
        assertThat(send(method, path, as("alice")).statusCode()).as(path).isEqualTo(403);
      }
      assertThat(get(path, as("alice")).body()).contains("get profilejobs/recordings");
      assertThat(get(path.replace("notifier-1", "none"), as("alice")).body())
          .isEqualTo(get(path, as("alice")).body());
      assertThat(get(path, as("admin")).body()).isEqualTo("raw");
      assertThat(get(job, as("alice")).body())
          .doesNotContain("href=\"" + path)
          .contains("JFR, ", "diagnostics");
      assertThat(get(job, as("admin")).body()).contains("href=\"" + path);
    }
    assertThat(get(job + "merged/cpu.html", as("alice")).body()).isEqualTo("content");
  }

  @Test
  void no_form_is_taken_from_someone_without_rights() throws Exception {
    start(new Auth.Kubernetes(List.of()));

    for (var namespace : List.of("shop", "none")) {
      var answer = post(
          "/profile",
          "namespace=" + namespace + "&pod=notifier-1",
          "Authorization",
          "Bearer mallory");
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body())
          .isEqualTo(get("/profile?namespace=shop", as("mallory")).body());
    }
    for (var route : List.of("/", "/compare", "/jobs/shop/checkout-cpu-1f0c3a5e/")) {
      assertThat(post(route, "", as("alice")).statusCode()).as(route).isIn(404, 405);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer",
        "Bearer  ",
        "Basic YWxpY2U6",
        "alice",
        "Bearer alice alice",
        "Bearer alice,admin",
        "Bearer al\tice"
      })
  void what_is_no_token_is_nobodys(String header) throws Exception {
    start(new Auth.Kubernetes(List.of()));

    var answer = get("/", "Authorization", header);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValue("Bearer realm=\"hotspotter\"");
  }

  @Test
  void two_tokens_are_none() throws Exception {
    start(new Auth.Kubernetes(List.of()));

    assertThat(get("/", "Authorization", "Bearer admin", "Authorization", "Bearer admin")
            .statusCode())
        .isEqualTo(401);
  }

  @Test
  void while_the_cluster_cannot_be_asked_nobody_gets_in_and_no_answer_is_remembered()
      throws Exception {
    start(new Auth.Kubernetes(List.of()));
    clusterIsAway = true;
    var answer = get("/jobs/shop/checkout-cpu-1f0c3a5e/", as("alice"));
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("try again").doesNotContain("refused");

    clusterIsAway = false;
    assertThat(get("/jobs/shop/checkout-cpu-1f0c3a5e/", as("alice")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void a_proxy_that_proves_itself_is_believed() throws Exception {
    start(PROXY);

    assertThat(get("/jobs/shop/checkout-cpu-1f0c3a5e/", proxy("alice", "dev, ops,system:masters,"))
            .statusCode())
        .isEqualTo(200);

    assertThat(asked)
        .containsExactly(new Viewer(
            "oidc:alice",
            null,
            List.of("oidc:dev", "oidc:ops", "oidc:system:masters", "system:authenticated"),
            Map.of()));
  }

  @Test
  void no_login_hands_out_the_clusters_own_names() throws Exception {
    start(new Auth.Proxy(SECRET, false, "X-Proxy-Secret", "X-User", "X-Groups", "", ""));

    assertThat(get("/", proxy("system:admin", "")).statusCode()).isEqualTo(401);
    get("/", proxy("alice", "system:masters,dev"));
    assertThat(asked)
        .allSatisfy(
            viewer -> assertThat(viewer.groups()).containsExactly("dev", "system:authenticated"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "no secret, ''",
    "a wrong one, 'X-Proxy-Secret|0123456789abcdef0123456789abcdeX'",
    "its beginning, 'X-Proxy-Secret|0123456789abcdef'",
    "an empty one, 'X-Proxy-Secret|'",
    "it twice, 'X-Proxy-Secret|0123456789abcdef0123456789abcdef|X-Proxy-Secret|0123456789abcdef0123456789abcdef'",
    "two users, 'X-Proxy-Secret|0123456789abcdef0123456789abcdef|X-User|mallory'",
    "the groups twice, 'X-Proxy-Secret|0123456789abcdef0123456789abcdef|X-Groups|dev|X-Groups|platform-admins'",
    "the same groups twice, 'X-Proxy-Secret|0123456789abcdef0123456789abcdef|X-Groups|dev|x-groups|dev'",
    "the groups and an empty one, 'X-Proxy-Secret|0123456789abcdef0123456789abcdef|X-Groups|dev|X-Groups|'",
  })
  void whoever_does_not_prove_to_be_the_proxy_is_nobody(String what, String headers)
      throws Exception {
    start(PROXY);
    var all = new ArrayList<>(List.of("X-User", "admin"));
    if (!headers.isEmpty()) {
      all.addAll(List.of(headers.split("\\|", -1)));
    }

    assertThat(get("/", all.toArray(String[]::new)).statusCode()).isEqualTo(401);
    assertThat(asked).isEmpty();
  }

  @Test
  void a_user_without_groups_needs_no_header_for_them() throws Exception {
    start(PROXY);

    get("/jobs/shop/checkout-cpu-1f0c3a5e/", "X-Proxy-Secret", SECRET, "X-User", "alice");

    assertThat(asked)
        .containsExactly(new Viewer("oidc:alice", null, List.of("system:authenticated"), Map.of()));
  }

  @Test
  void a_proxy_without_a_user_lets_nobody_in() throws Exception {
    start(PROXY);

    assertThat(get("/", "X-Proxy-Secret", SECRET).statusCode()).isEqualTo(401);
    assertThat(get("/", "X-Proxy-Secret", SECRET, "X-User", " ").statusCode()).isEqualTo(401);
    assertThat(get("/", "Authorization", "Bearer admin").statusCode())
        .as("a token is no proxy")
        .isEqualTo(401);
  }

  @ParameterizedTest(name = "Host {0}: {1}")
  @CsvSource({
    "localhost:8080, 200",
    "127.0.0.1, 200",
    "[::1]:1, 200",
    "PROFILES.example, 200",
    "evil.example:8080, 403",
    "localhost.evil.example, 403"
  })
  void a_forwarded_port_answers_only_to_the_names_of_this_machine(String host, int status)
      throws Exception {
    start(new Auth.PortForward());

    assertThat(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status);
  }

  private void start(Auth auth) {
    server = TestServer.with(auth, reviews, jobs, artifacts);
  }

  private static String path(String route) {
    var path = route;
    for (var part : PARTS.entrySet()) {
      path = path.replace(part.getKey(), part.getValue());
    }
    assertThat(path).as("a value for every part of " + route).doesNotContain("{", "<");
    return path;
  }

  private static String[] as(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  private static String[] proxy(String user, String groups) {
    return new String[] {"X-Proxy-Secret", SECRET, "X-User", user, "X-Groups", groups};
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return send("GET", path, headers);
  }

  private HttpResponse<String> send(String method, String path, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .method(method, HttpRequest.BodyPublishers.noBody());
    return http.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String form, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .headers(headers)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form));
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private String raw(String request) throws IOException {
    try (var socket = new Socket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
