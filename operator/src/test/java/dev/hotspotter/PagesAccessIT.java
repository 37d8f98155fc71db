package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.cluster.AccessReviews;
import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.testing.Targets;
import dev.hotspotter.web.Artifacts;
import dev.hotspotter.web.Files;
import dev.hotspotter.web.Gate;
import dev.hotspotter.web.JobList;
import dev.hotspotter.web.JobPage;
import dev.hotspotter.web.WebServer;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
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
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages with a real API server's answers: its tokens, its RBAC, and an operator that has no more than the chart's rights. */
class PagesAccessIT {

  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String JOB = "/jobs/shop/checkout-cpu-1f0c3a5e/";

  private static ApiServer api;
  private static KubernetesClient admin;
  private static KubernetesClient operator;
  private static HttpClient http;

  @BeforeAll
  static void start() throws Exception {
    api = new ApiServer();
    admin = api.client();
    http = HttpClient.newHttpClient();
    admin.resource(new NamespaceBuilder().withNewMetadata().withName("shop").endMetadata().build()).create();
    role("hotspotter-view", "hotspotter.dev", "profilejobs", "get", "list", "watch");
    for (var account : List.of("alice", "mallory", "auditor", "operator")) {
      admin.resource(new ServiceAccountBuilder().withNewMetadata().withName(account).withNamespace("shop").endMetadata().build()).create();
    }
    bind("alice", "shop", account("alice"));
    bind("people", "shop", new Subject("rbac.authorization.k8s.io", "Group", "oidc:dev", null));
    bindEverywhere("auditor", "hotspotter-view", account("auditor"));
    role("ask", "authentication.k8s.io", "tokenreviews", "create");
    role("ask-too", "authorization.k8s.io", "subjectaccessreviews", "create");
    bindEverywhere("operator", "ask", account("operator"));
    bindEverywhere("operator-too", "ask-too", account("operator"));
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
      assertThat(status(server, "/jobs/billing/x-1f0c3a5e/", bearer(token("auditor")))).isEqualTo(404);

      assertThat(status(server, JOB)).isEqualTo(401);
      assertThat(status(server, JOB, bearer("eyJhbGciOiJub25lIn0.e30."))).isEqualTo(401);
      assertThat(status(server, JOB, bearer(token("alice", "somebody-else")))).isEqualTo(401);
    }
  }

  @Test
  void a_token_may_be_for_these_pages_alone() throws Exception {
    try (var server = server(new Auth.Kubernetes(List.of("hotspotter")))) {
      assertThat(status(server, JOB, bearer(token("alice", "hotspotter")))).isEqualTo(200);
      assertThat(status(server, JOB, bearer(token("mallory", "hotspotter")))).isEqualTo(403);
      assertThat(status(server, JOB, bearer(token("alice")))).as("one for the API server").isEqualTo(401);
    }
  }

  @Test
  void a_proxys_user_sees_what_their_groups_may_get() throws Exception {
    try (var server = server(new Auth.Proxy(SECRET, false, "X-Secret", "X-User", "X-Groups", "oidc:", "oidc:"))) {
      assertThat(status(server, JOB, "X-Secret", SECRET, "X-User", "bob", "X-Groups", "dev,ops")).isEqualTo(200);
      assertThat(status(server, JOB, "X-Secret", SECRET, "X-User", "bob", "X-Groups", "ops")).isEqualTo(403);
      assertThat(status(server, JOB, "X-Secret", SECRET, "X-User", "eve", "X-Groups", "system:masters")).isEqualTo(403);
      assertThat(status(server, JOB, "X-User", "bob", "X-Groups", "dev")).isEqualTo(401);
    }
    try (var server = server(new Auth.Proxy(SECRET, false, "X-Secret", "X-User", "X-Groups", "", ""))) {
      assertThat(status(server, JOB, "X-Secret", SECRET, "X-User", "eve", "X-Groups", "system:masters")).isEqualTo(403);
    }
  }

  @Test
  void an_operator_that_may_not_ask_lets_nobody_in() throws Exception {
    try (var powerless = new KubernetesClientBuilder().withConfig(as(token("mallory"))).build();
        var server = server(new Auth.Kubernetes(List.of()), powerless)) {
      assertThat(status(server, JOB, bearer(token("alice")))).isEqualTo(503);
    }
  }

  private static WebServer server(Auth auth) {
    return server(auth, operator);
  }

  private static WebServer server(Auth auth, KubernetesClient client) {
    var settings = new WebSettings("https://profiles.example", "127.0.0.1", 0, auth);
    var jobs = List.of(Jobs.running(Jobs.job(), Targets.succeeded("notifier-1")));
    var none = new NoArtifacts();
    return new WebServer(
        settings,
        Gate.of(settings, new ClusterReviews(new AccessReviews(client, settings.audiences()))),
        new JobList(() -> jobs, none, new SetClock(Jobs.START)),
        new JobPage(() -> jobs, none),
        new Files(none));
  }

  private static void role(String name, String group, String resource, String... verbs) {
    admin
        .resource(
            new ClusterRoleBuilder()
                .withNewMetadata().withName(name).endMetadata()
                .addNewRule().withApiGroups(group).withResources(resource).withVerbs(verbs).endRule()
                .build())
        .create();
  }

  private static Subject account(String name) {
    return new Subject(null, "ServiceAccount", name, "shop");
  }

  private static void bind(String name, String namespace, Subject subject) {
    admin
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata().withName(name).withNamespace(namespace).endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "hotspotter-view")
                .withSubjects(subject)
                .build())
        .create();
  }

  private static void bindEverywhere(String name, String role, Subject subject) {
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata().withName(name).endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .withSubjects(subject)
                .build())
        .create();
  }

  private static String token(String account, String... audiences) {
    return admin.serviceAccounts().inNamespace("shop").withName(account)
        .tokenRequest(new TokenRequestBuilder().withNewSpec().withAudiences(audiences).endSpec().build())
        .getStatus()
        .getToken();
  }

  /** With the token alone: the administrator's certificate would win over it. */
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

  private static int status(WebServer server, String path, String... headers) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    return http.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.discarding()).statusCode();
  }

  /** A store with nothing in it. */
  private static final class NoArtifacts implements Artifacts {
    @Override
    public Optional<Stat> stat(String key) {
      return Optional.empty();
    }

    @Override
    public InputStream open(String key, Stat seen, long first, long bytes) {
      return InputStream.nullInputStream();
    }

    @Override
    public List<String> folders(String folder, int limit) {
      return List.of();
    }
  }
}
