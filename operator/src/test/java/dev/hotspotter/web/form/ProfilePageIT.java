package dev.hotspotter.web.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Diagnostic;
import dev.hotspotter.api.spec.JfrProfile;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.SetClock;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.access.FormBody;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.access.Reviews;
import dev.hotspotter.web.access.Right;
import dev.hotspotter.web.access.Viewer;
import dev.hotspotter.web.form.Submissions.Outcome;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.Pages;
import dev.hotspotter.web.server.TestServer;
import dev.hotspotter.web.server.WebServer;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form that creates a job, over HTTP. What a real API server says to it is in PagesAccessIT. */
class ProfilePageIT {

  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final Auth PROXY =
      new Auth.Proxy(SECRET, false, "X-Proxy-Secret", "X-User", "X-Groups", "", "");
  private static final String FORM =
      "namespace=shop&workload=notifier&kind=Deployment&event=cpu&event=alloc&duration=30s";
  private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

  private final List<ProfileJob> jobs = new ArrayList<>();
  private final List<ProfileJob> created = new ArrayList<>();
  private final List<Optional<String>> asWhom = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private List<String> refusal = List.of();
  private boolean mayCreate = true;
  private WebServer server;

  /** Knows everybody, by a token that is their name; they may see shop. */
  private final Reviews reviews = new Reviews() {
    @Override
    public Optional<Viewer> viewer(String token) {
      return Optional.of(new Viewer(token, "uid-" + token, List.of(), Map.of()));
    }

    @Override
    public boolean has(Viewer viewer, Right right) {
      return right.equals(Right.toRead(Optional.of("shop")))
          || mayCreate && right.verb().equals("create");
    }
  };

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  @Test
  void a_link_fills_in_the_form_and_shows_what_it_would_create() throws Exception {
    start(PROXY, true);

    var page =
        get("/profile?namespace=shop&pod=notifier-1&pod=notifier-2&duration=10s&event=wall&var-x=1")
            .body();

    assertThat(page)
        .contains(
            "name=\"pod\" value=\"notifier-1 notifier-2\"",
            "value=\"wall\" checked",
            "method=\"post\"")
        .contains(
            "kubectl create -f - &lt;&lt;'EOF'",
            "- notifier-1",
            "duration: 10s",
            "generateName: notifier-1-")
        .doesNotContain("value=\"cpu\" checked");
  }

  @Test
  void a_proxys_user_creates_a_job_that_says_who_asked_for_it_and_goes_to_its_page()
      throws Exception {
    start(PROXY, true);

    var answer = post(
        FORM + "&requested-by=eve&annotation=x&token=" + token("alice"),
        "alice",
        "Origin",
        "https://profiles.example");

    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location"))
        .hasValue("/jobs/shop/notifier-x7k2p-1f0c3a5e/");
    assertThat(asWhom).containsExactly(Optional.empty());
    var job = created.getFirst();
    assertThat(job.getMetadata().getAnnotations())
        .containsOnly(Map.entry("hotspotter.dev/requested-by", "alice"));
    assertThat(job.getSpec().target().workloadRef().name()).isEqualTo("notifier");
    assertThat(job.getSpec().recording().types())
        .extracting(e -> e.word())
        .containsExactly("cpu", "alloc");
    var page = get("/jobs/shop/notifier-x7k2p-1f0c3a5e/").body();
    assertThat(page)
        .as("before the watch has heard of it")
        .contains("Pending", "requested by alice", "http-equiv=\"refresh\"");
  }

  @Test
  void diagnostics_the_jvms_own_events_and_threads_can_be_asked_for() throws Exception {
    start(PROXY, true);
    var options = "&diagnostic=heapSummary&diagnostic=threadDump&jfrSync=profile&threads=yes";

    assertThat(get("/profile?" + FORM + options).body())
        .contains(
            "value=\"threadDump\" checked",
            "value=\"heapSummary\" checked",
            "<option selected>profile</option>",
            "name=\"threads\" value=\"yes\" checked")
        .contains("jfrSync: profile", "- ThreadDump", "threads: true", "<code>kernelStacks</code>")
        .doesNotContain("value=\"classHistogram\" checked");
    assertThat(post(FORM + options + "&token=" + token("alice"), "alice").statusCode())
        .isEqualTo(303);
    assertThat(post(FORM + "&jfrSync=&token=" + token("alice"), "alice").statusCode())
        .isEqualTo(303);

    assertThat(created.getFirst().getSpec().recording()).satisfies(asked -> {
      assertThat(asked.diagnostics())
          .containsExactly(Diagnostic.THREAD_DUMP, Diagnostic.HEAP_SUMMARY);
      assertThat(asked.jfrSync()).isEqualTo(JfrProfile.PROFILE);
      assertThat(asked.threads()).isTrue();
    });
    assertThat(created.getLast().getSpec().recording()).satisfies(asked -> {
      assertThat(asked.diagnostics()).isNull();
      assertThat(asked.jfrSync()).isNull();
      assertThat(asked.threads()).isNull();
    });
  }

  @Test
  void with_a_token_the_job_is_created_as_its_owner() throws Exception {
    start(new Auth.Kubernetes(List.of()), true);
    mayCreate = false;

    assertThat(post(FORM + "&token=" + token("alice"), "alice").statusCode()).isEqualTo(303);

    assertThat(asWhom).as("the API server decides").containsExactly(Optional.of("alice"));
  }

  @Test
  void who_may_only_look_creates_nothing_through_a_proxy() throws Exception {
    start(PROXY, true);
    mayCreate = false;

    var answer = post(FORM + "&token=" + token("alice"), "alice");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("you may not create profilejobs", "value=\"notifier\"");
    assertThat(created).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "Origin, https://evil.example",
    "Origin, null",
    "Origin, https://profiles.example.evil.example",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Sec-Fetch-Site, none",
  })
  void what_a_page_of_elsewhere_sends_is_refused(String header, String value) throws Exception {
    start(PROXY, true);

    assertThat(post(FORM + "&token=" + token("alice"), "alice", header, value).statusCode())
        .isEqualTo(403);
    assertThat(created).isEmpty();
  }

  @Test
  void a_form_that_was_shown_to_nobody_or_to_someone_else_is_shown_again_with_what_was_typed()
      throws Exception {
    start(PROXY, true);

    for (var token : List.of("", "&token=", "&token=x", "&token=" + token("mallory"))) {
      var answer = post(FORM + token, "alice");
      assertThat(answer.statusCode()).as(token).isEqualTo(403);
      assertThat(answer.body())
          .contains(
              "send it again", "value=\"notifier\"", "value=\"30s\"", "value=\"alloc\" checked");
      assertThat(TOKEN.matcher(answer.body()).find()).isTrue();
    }
    assertThat(created).isEmpty();
  }

  @Test
  void the_api_servers_words_are_shown_and_what_was_typed_is_kept() throws Exception {
    start(PROXY, true);
    refusal = List.of("spec.recording.duration must be between 1s and 1h", "<b>");

    var answer = post(FORM.replace("30s", "30") + "&token=" + token("alice"), "alice");

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body())
        .contains("must be between 1s and 1h", "&lt;b&gt;", "name=\"duration\" value=\"30\"");
  }

  @Test
  void what_is_asked_for_is_shown_before_it_is_created() throws Exception {
    start(PROXY, true);

    var answer = post(FORM + "&show=yes", "alice");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("name: notifier");
    assertThat(post("namespace=shop&label=app&show=yes", "alice").body())
        .contains("for example app=notifier");
    assertThat(created).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void where_jobs_are_not_created_from_pages_the_form_says_what_to_run(boolean portForward)
      throws Exception {
    start(portForward ? new Auth.PortForward() : PROXY, false);

    assertThat(get("/profile?" + FORM).body())
        .contains("method=\"get\"", "kubectl create", "These pages create no jobs")
        .doesNotContain("name=\"token\"");
    assertThat(post(FORM, "alice").statusCode()).isEqualTo(403);
    assertThat(created).isEmpty();
  }

  @Test
  void a_job_that_nobody_would_look_at_is_not_created() throws Exception {
    var settings =
        new WebSettings("https://profiles.example", "127.0.0.1", 0, PROXY, Optional.empty(), true);
    var pages = new Pages(
        settings,
        () -> jobs,
        Optional::of,
        Set.of("billing"),
        new MemoryArtifacts(),
        asked -> Optional.empty(),
        (job, token) -> {
          throw new IllegalStateException("nothing is to be created here");
        },
        new SetClock(Jobs.START));
    server = new WebServer(settings, Gate.of(settings, reviews), pages);

    var answer = post(FORM + "&token=" + token("alice"), "alice");

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body()).contains("watchNamespaces").doesNotContain("billing");
  }

  @Test
  void what_is_no_form_is_refused() throws Exception {
    start(PROXY, true);

    assertThat(send(request("/profile", "alice")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(FORM)))
            .statusCode())
        .isEqualTo(415);
    assertThat(send(request("/profile", "alice")
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(BodyPublishers.ofString(FORM)))
            .statusCode())
        .isEqualTo(415);
    assertThat(send(request("/profile", "alice").POST(BodyPublishers.noBody())).statusCode())
        .isEqualTo(415);
    assertThat(post(FORM + "&x=" + "a".repeat(FormBody.LARGEST), "alice").statusCode())
        .isEqualTo(413);
    var endless = BodyPublishers.fromPublisher(
        BodyPublishers.ofByteArrays(List.of(FORM.getBytes(StandardCharsets.UTF_8))));
    assertThat(send(request("/profile", "alice")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(endless))
            .statusCode())
        .isEqualTo(411);
    assertThat(post(FORM + "&pod=" + "a".repeat(2_001), "alice").statusCode()).isEqualTo(400);
    assertThat(post(FORM.replace("shop", "Shop%0d%0a"), "alice").statusCode()).isEqualTo(400);
    assertThat(post(FORM.replace("shop", ""), "alice").statusCode()).isEqualTo(400);
    for (var unknown : List.of("&event=heat", "&diagnostic=coreDump", "&jfrSync=all")) {
      assertThat(post(FORM + unknown, "alice").statusCode()).as(unknown).isEqualTo(400);
    }
    assertThat(created).isEmpty();
  }

  /** Its body may be unread. The next request on the same connection would fail. */
  @Test
  void a_refused_form_ends_its_connection() throws Exception {
    start(PROXY, true);

    var tooLarge = post(FORM + "&x=" + "a".repeat(FormBody.LARGEST), "alice");
    var elsewhere = send(request("/compare", "alice").POST(BodyPublishers.ofString(FORM)));

    assertThat(List.of(tooLarge, elsewhere))
        .allSatisfy(
            answer -> assertThat(answer.headers().firstValue("Connection")).contains("close"));
  }

  @Test
  void a_browser_says_where_the_form_comes_from() throws Exception {
    start(PROXY, true);

    assertThat(referrerPolicy(get("/profile?namespace=shop"))).isEqualTo("same-origin");
  }

  private static String referrerPolicy(HttpResponse<?> answer) {
    return answer.headers().firstValue("Referrer-Policy").orElse("");
  }

  private void start(Auth auth, boolean createJobs) {
    var settings = new WebSettings(
        "https://profiles.example", "127.0.0.1", 0, auth, Optional.empty(), createJobs);
    server = TestServer.with(
        settings, reviews, jobs, new MemoryArtifacts(), asked -> Optional.empty(), (job, token) -> {
          if (!refusal.isEmpty()) {
            return new Outcome.Refused(refusal);
          }
          created.add(job);
          asWhom.add(token);
          return new Outcome.Created(named(job));
        });
  }

  /** The job as the API server would return it. */
  private static ProfileJob named(ProfileJob asked) {
    var job = Jobs.job();
    job.setMetadata(new ObjectMetaBuilder(job.getMetadata())
        .withGenerateName(asked.getMetadata().getGenerateName())
        .withName(asked.getMetadata().getGenerateName() + "x7k2p")
        .withAnnotations(asked.getMetadata().getAnnotations())
        .build());
    return job;
  }

  private String token(String user) throws IOException, InterruptedException {
    var token = TOKEN.matcher(send(request("/profile?namespace=shop", user)).body());
    assertThat(token.find()).isTrue();
    return token.group(1);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path, "alice"));
  }

  private HttpResponse<String> post(String form, String user, String... headers)
      throws IOException, InterruptedException {
    var request = request("/profile", user)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(form));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** A request with the credentials of all modes. */
  private HttpRequest.Builder request(String path, String user) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .headers("X-Proxy-Secret", SECRET, "X-User", user, "Authorization", "Bearer " + user);
  }
}
