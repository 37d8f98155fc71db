package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.cluster.AccessReviews;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.testing.Targets;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.server.Pages;
import dev.hotspotter.web.server.WebServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The pages with a real API server's tokens and RBAC, and an operator with the chart's rights only.
 */
class PagesAccessIT {

  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String JOB = "/jobs/shop/checkout-cpu-1f0c3a5e/";

  private static final String FORM =
      "namespace=shop&workload=notifier&kind=Deployment&event=cpu&duration=30s";
  private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

  private static ApiServer api;
  private static KubernetesClient admin;
  private static KubernetesClient operator;
  private static HttpClient http;

  @BeforeAll
  static void start() throws Exception {
    api = new ApiServer();
    admin = api.client();
    http = HttpClient.newHttpClient();
    admin
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName("shop")
            .endMetadata()
            .build())
        .create();
    role("hotspotter-view", "hotspotter.dev", "profilejobs", "get", "list", "watch");
    for (var account : List.of("alice", "mallory", "auditor", "editor", "operator")) {
      admin
          .resource(new ServiceAccountBuilder()
              .withNewMetadata()
              .withName(account)
              .withNamespace("shop")
              .endMetadata()
              .build())
          .create();
    }
    bind("alice", "shop", "hotspotter-view", account("alice"));
    bind(
        "people",
        "shop",
        "hotspotter-view",
        new Subject("rbac.authorization.k8s.io", "Group", "oidc:dev", null));
    bindEverywhere("auditor", "hotspotter-view", account("auditor"));
    role("ask", "authentication.k8s.io", "tokenreviews", "create");
    role("ask-too", "authorization.k8s.io", "subjectaccessreviews", "create");
    bindEverywhere("operator", "ask", account("operator"));
    bindEverywhere("operator-too", "ask-too", account("operator"));
    role("hotspotter-edit", "hotspotter.dev", "profilejobs", "get", "create");
    bind("editor", "shop", "hotspotter-edit", account("editor"));
    role("hotspotter-recordings", "hotspotter.dev", "profilejobs/recordings", "get");
    bind("editor-recordings", "shop", "hotspotter-recordings", account("editor"));
    bind(
        "editors",
        "shop",
        "hotspotter-edit",
        new Subject("rbac.authorization.k8s.io", "Group", "oidc:sre", null));
    role("create", "hotspotter.dev", "profilejobs", "create");
    bindEverywhere("operator-creates", "create", account("operator"));
    operator = new KubernetesClientBuilder().withConfig(as(token("operator"))).build();
  }

  @AfterAll
  static void stop() {
    operator.close();
    http.close();
    api.close();
  }

  @Test
  void a_token_shows_what_its_account_may_get() throws Exception {
    try (var server = server(new Auth.Kubernetes(List.of()))) {
      var alice = bearer(token("alice"));
      assertThat(status(server, JOB, alice)).isEqualTo(200);
      assertThat(status(server, "/?namespace=shop", alice)).isEqualTo(200);
      assertThat(status(server, "/", alice)).as("her own namespace of all").isEqualTo(200);
      assertThat(status(server, "/jobs/billing/x-1f0c3a5e/", alice)).isEqualTo(403);

      var mallory = bearer(token("mallory"));
      assertThat(status(server, JOB, mallory)).isEqualTo(403);
      assertThat(status(server, "/", mallory)).isEqualTo(403);
      assertThat(status(server, "/", bearer(token("auditor")))).isEqualTo(200);
      assertThat(status(server, "/jobs/billing/x-1f0c3a5e/", bearer(token("auditor"))))
          .isEqualTo(404);

      assertThat(status(server, JOB)).isEqualTo(401);
      assertThat(status(server, JOB, bearer("eyJhbGciOiJub25lIn0.e30."))).isEqualTo(401);
      assertThat(status(server, JOB, bearer(token("alice", "somebody-else")))).isEqualTo(401);
    }
  }

  @Test
  void what_was_recorded_is_for_those_who_may_get_the_subresource() throws Exception {
    try (var server = server(new Auth.Kubernetes(List.of()))) {
      for (var file : List.of("notifier-1/app/recording.jfr", "notifier-1/app/diagnostics.txt")) {
        assertThat(status(server, JOB + file, bearer(token("alice")))).isEqualTo(403);
        assertThat(status(server, JOB + file, bearer(token("editor"))))
            .as("nothing is stored")
            .isEqualTo(404);
        assertThat(status(server, JOB + file, bearer(token("auditor")))).isEqualTo(403);
      }
      assertThat(status(server, JOB + "notifier-1/app/cpu.html", bearer(token("alice"))))
          .isEqualTo(404);
    }
  }

  @Test
  void a_token_may_be_for_these_pages_alone() throws Exception {
    try (var server = server(new Auth.Kubernetes(List.of("hotspotter")))) {
      assertThat(status(server, JOB, bearer(token("alice", "hotspotter")))).isEqualTo(200);
      assertThat(status(server, JOB, bearer(token("mallory", "hotspotter")))).isEqualTo(403);
      assertThat(status(server, JOB, bearer(token("alice"))))
          .as("one for the API server")
          .isEqualTo(401);
    }
  }

  @Test
  void a_proxys_user_sees_what_their_groups_may_get() throws Exception {
    try (var server =
        server(new Auth.Proxy(SECRET, false, "X-Secret", "X-User", "X-Groups", "oidc:", "oidc:"))) {
      assertThat(status(server, JOB, "X-Secret", SECRET, "X-User", "bob", "X-Groups", "dev,ops"))
          .isEqualTo(200);
      assertThat(status(server, JOB, "X-Secret", SECRET, "X-User", "bob", "X-Groups", "ops"))
          .isEqualTo(403);
      assertThat(status(
              server, JOB, "X-Secret", SECRET, "X-User", "eve", "X-Groups", "system:masters"))
          .isEqualTo(403);
      assertThat(status(server, JOB, "X-User", "bob", "X-Groups", "dev")).isEqualTo(401);
    }
    try (var server =
        server(new Auth.Proxy(SECRET, false, "X-Secret", "X-User", "X-Groups", "", ""))) {
      assertThat(status(
              server, JOB, "X-Secret", SECRET, "X-User", "eve", "X-Groups", "system:masters"))
          .isEqualTo(403);
    }
  }

  @Test
  void with_a_token_a_job_is_created_by_its_owners_own_rights() throws Exception {
    try (var server = server(new Auth.Kubernetes(List.of()), operator)) {
      var created = submit(server, FORM, bearer(token("editor")));
      assertThat(created.statusCode()).as(created.body()).isEqualTo(303);
      assertThat(created.headers().firstValue("Location").orElseThrow())
          .matches("/jobs/shop/notifier-[a-z0-9]{5}-[0-9a-f]{8}/");
      var job = admin
          .resources(ProfileJob.class)
          .inNamespace("shop")
          .list()
          .getItems()
          .getFirst();
      assertThat(job.getMetadata().getAnnotations())
          .containsEntry("hotspotter.dev/requested-by", "system:serviceaccount:shop:editor");
      assertThat(job.getMetadata().getManagedFields()).isNotEmpty();
      assertThat(job.getSpec().recording().kernelStacks())
          .as("defaults of the API server")
          .isFalse();

      var refused = submit(server, FORM, bearer(token("alice")));
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("forbidden", "alice", "profilejobs");

      var wrong =
          submit(server, FORM.replace("30s", "2h") + "&pod=notifier-1", bearer(token("editor")));
      assertThat(wrong.statusCode()).isEqualTo(422);
      assertThat(wrong.body())
          .contains(
              "must be between 1s and 1h",
              "must have exactly one of selector, workloadRef and pods",
              "value=\"2h\"");
    } finally {
      admin.resources(ProfileJob.class).inNamespace("shop").delete();
    }
  }

  @Test
  void a_token_for_these_pages_alone_creates_nothing_and_the_form_says_why() throws Exception {
    try (var server = server(new Auth.Kubernetes(List.of("hotspotter")), operator)) {
      var refused = submit(server, FORM, bearer(token("editor", "hotspotter")));
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("refuses your token", "kubectl create");
    }
  }

  @Test
  void for_a_proxys_user_who_may_the_operator_creates_it() throws Exception {
    try (var server = server(
        new Auth.Proxy(SECRET, false, "X-Secret", "X-User", "X-Groups", "oidc:", "oidc:"),
        operator)) {
      assertThat(submit(server, FORM, "X-Secret", SECRET, "X-User", "bob", "X-Groups", "dev")
              .statusCode())
          .as("may look")
          .isEqualTo(403);
      assertThat(submit(server, FORM, "X-Secret", SECRET, "X-User", "bob", "X-Groups", "dev,sre")
              .statusCode())
          .isEqualTo(303);
      var job = admin
          .resources(ProfileJob.class)
          .inNamespace("shop")
          .list()
          .getItems()
          .getFirst();
      assertThat(job.getMetadata().getAnnotations())
          .containsEntry("hotspotter.dev/requested-by", "oidc:bob");
    } finally {
      admin.resources(ProfileJob.class).inNamespace("shop").delete();
    }
  }

  @Test
  void an_operator_that_may_not_ask_lets_nobody_in() throws Exception {
    try (var powerless =
            new KubernetesClientBuilder().withConfig(as(token("mallory"))).build();
        var server = server(new Auth.Kubernetes(List.of()), powerless)) {
      assertThat(status(server, JOB, bearer(token("alice")))).isEqualTo(503);
    }
  }

  private static WebServer server(Auth auth) {
    return server(auth, operator);
  }

  private static WebServer server(Auth auth, KubernetesClient client) {
    var settings =
        new WebSettings("https://profiles.example", "127.0.0.1", 0, auth, Optional.empty(), true);
    var jobs = List.of(Jobs.running(Jobs.job(), Targets.succeeded("notifier-1")));
    var pages = new Pages(
        settings,
        () -> jobs,
        Optional::of,
        Set.of(),
        new NoArtifacts(),
        asked -> Optional.empty(),
        new ClusterSubmissions(client),
        new SetClock(Jobs.START));
    return new WebServer(
        settings, Gate.of(settings, new AccessReviews(client, settings.audiences())), pages);
  }

  private static void role(String name, String group, String resource, String... verbs) {
    admin
        .resource(new ClusterRoleBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .addNewRule()
            .withApiGroups(group)
            .withResources(resource)
            .withVerbs(verbs)
            .endRule()
            .build())
        .create();
  }

  private static Subject account(String name) {
    return new Subject(null, "ServiceAccount", name, "shop");
  }

  private static void bind(String name, String namespace, String role, Subject subject) {
    admin
        .resource(new RoleBindingBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
            .withSubjects(subject)
            .build())
        .create();
  }

  private static void bindEverywhere(String name, String role, Subject subject) {
    admin
        .resource(new ClusterRoleBindingBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
            .withSubjects(subject)
            .build())
        .create();
  }

  private static String token(String account, String... audiences) {
    return admin
        .serviceAccounts()
        .inNamespace("shop")
        .withName(account)
        .tokenRequest(new TokenRequestBuilder()
            .withNewSpec()
            .withAudiences(audiences)
            .endSpec()
            .build())
        .getStatus()
        .getToken();
  }

  /** A client configuration with the token alone: the administrator's certificate would override it. */
  private static Config as(String token) {
    var config = admin.getConfiguration();
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(config.getMasterUrl())
        .withCaCertData(config.getCaCertData())
        .withCaCertFile(config.getCaCertFile())
        .withOauthToken(token)
        .build();
  }

  private static String[] bearer(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  /** Opens the form and sends it, like a browser. */
  private static HttpResponse<String> submit(WebServer server, String form, String... headers)
      throws IOException, InterruptedException {
    var page = URI.create("http://127.0.0.1:" + server.port() + "/profile");
    var shown = http.send(
        HttpRequest.newBuilder(URI.create(page + "?namespace=shop"))
            .headers(headers)
            .build(),
        BodyHandlers.ofString());
    var token = TOKEN.matcher(shown.body());
    assertThat(token.find()).as(shown.body()).isTrue();
    var request = HttpRequest.newBuilder(page)
        .headers(headers)
        .headers(
            "Content-Type",
            "application/x-www-form-urlencoded",
            "Origin",
            "https://profiles.example",
            "Sec-Fetch-Site",
            "same-origin")
        .POST(BodyPublishers.ofString(form + "&token=" + token.group(1)));
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static int status(WebServer server, String path, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    return http.send(
            (headers.length == 0 ? request : request.headers(headers)).build(),
            BodyHandlers.discarding())
        .statusCode();
  }
}
