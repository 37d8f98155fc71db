package dev.hotspotter.web.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.report.comparison.ShareChange;
import dev.hotspotter.report.comparison.Verdict;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import dev.hotspotter.web.compare.Comparisons.Asked;
import dev.hotspotter.web.compare.Comparisons.Compared;
import dev.hotspotter.web.jobs.DeletedJobs;
import dev.hotspotter.web.jobs.JobPageIT;
import dev.hotspotter.web.server.ListedJobs;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.TestServer;
import dev.hotspotter.web.server.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any two recordings side by side, over HTTP; how they are compared is in StackComparisonsIT. */
class ComparePageIT {

  private static final String PAIR = "a=shop/before-1f0c3a5e&b=shop/after-1f0c3a5e";
  private static final String HOSTILE = "<script>alert(1)</script>";

  private final List<ProfileJob> jobs = new ArrayList<>();
  private final MemoryArtifacts artifacts = new MemoryArtifacts();
  private final List<Asked> asked = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private Optional<CompletableFuture<Compared>> answer =
      Optional.of(CompletableFuture.completedFuture(
          new Compared(differences(), "<html>graph</html>".getBytes(StandardCharsets.UTF_8))));
  private WebServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.with(
        new WebSettings("https://profiles.example", "127.0.0.1", 0, new Auth.PortForward()),
        TestServer.NOBODY,
        jobs,
        artifacts,
        question -> {
          asked.add(question);
          return answer;
        },
        (job, token) -> {
          throw new IllegalStateException("nothing is to be created here");
        });
    ListedJobs.store(
        artifacts,
        ListedJobs.running("shop", "before", "notifier-1", "notifier-2"),
        "shop.Message.uniqueId");
    ListedJobs.store(
        artifacts, ListedJobs.running("shop", "after", "notifier-3"), "shop.Message.uniqueId");
  }

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  @Test
  void two_jobs_are_compared_with_all_their_targets() throws Exception {
    var page = get("/compare?" + PAIR);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("FramesChanged", "uniqueId fell", "shop.Message.uniqueId", ">fell<", "-20.0")
        .contains(
            "<iframe src=\"/compare/graph?a=shop%2Fbefore-1f0c3a5e&amp;b=shop%2Fafter-1f0c3a5e"
                + "&amp;event=cpu&amp;as=frame\" sandbox=\"allow-scripts\"")
        .contains(
            "href=\"/jobs/shop/before-1f0c3a5e/\"",
            "id=\"sides\"",
            "id=\"verdict\"",
            "id=\"differences-cpu\"");
    assertThat(asked).singleElement().satisfies(one -> {
      assertThat(one.event()).isEqualTo(Event.CPU);
      assertThat(one.before().keys())
          .containsExactly(
              "shop/before-1f0c3a5e/notifier-1/app/cpu.collapsed",
              "shop/before-1f0c3a5e/notifier-2/app/cpu.collapsed");
      assertThat(one.now().keys())
          .containsExactly("shop/after-1f0c3a5e/notifier-3/app/cpu.collapsed");
      assertThat(one.title()).isEqualTo("cpu of after against before, scaled to as many samples");
    });
  }

  @Test
  void one_target_is_compared_with_another_of_the_same_job() throws Exception {
    var page = get(
        "/compare?a=shop/before-1f0c3a5e/notifier-1/app&b=shop/before-1f0c3a5e/notifier-2/app/&event=cpu");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(asked.getFirst().before().keys())
        .containsExactly("shop/before-1f0c3a5e/notifier-1/app/cpu.collapsed");
    assertThat(asked.getFirst().now().keys())
        .containsExactly("shop/before-1f0c3a5e/notifier-2/app/cpu.collapsed");
  }

  @Test
  void the_graph_is_as_confined_as_what_was_recorded_and_is_made_once() throws Exception {
    get("/compare?" + PAIR);
    var graph = get("/compare/graph?" + PAIR + "&event=cpu");

    assertThat(graph.body()).isEqualTo("<html>graph</html>");
    assertThat(graph.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy)
            .contains("sandbox allow-scripts;", "default-src 'none'", "frame-ancestors 'self'"));
    assertThat(graph.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
    assertThat(asked).hasSize(1);
  }

  @Test
  void a_browser_gets_a_page_around_the_graph_or_saves_it() throws Exception {
    var page = get("/compare/graph?" + PAIR + "&event=cpu", "Sec-Fetch-Dest", "document");
    assertThat(page.body())
        .contains(
            "<iframe src=\"/compare/graph?",
            "&amp;event=cpu&amp;as=frame\" sandbox=\"allow-scripts\"")
        .doesNotContain("<html>graph</html>");
    var file = get("/compare/graph?" + PAIR + "&event=cpu&as=file", "Sec-Fetch-Dest", "document");
    assertThat(file.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"after-against-before-cpu.html\"");
    assertThat(file.body()).isEqualTo("<html>graph</html>");
  }

  @Test
  void a_graph_that_the_browser_has_already_is_not_sent_again() throws Exception {
    var tag = get("/compare/graph?" + PAIR).headers().firstValue("ETag").orElseThrow();

    var again = get("/compare/graph?" + PAIR, "If-None-Match", tag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.headers().firstValue("ETag")).hasValue(tag);
    assertThat(again.headers().firstValue("Content-Security-Policy")).isPresent();

    answer = Optional.of(CompletableFuture.completedFuture(
        new Compared(differences(), "<html>other</html>".getBytes(StandardCharsets.UTF_8))));
    var other =
        get("/compare/graph?a=shop/after-1f0c3a5e&b=shop/before-1f0c3a5e", "If-None-Match", tag);
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(other.body()).isEqualTo("<html>other</html>");
  }

  @Test
  void the_newest_that_is_old_enough_is_found_among_existing_and_deleted_jobs_of_the_same_workload()
      throws Exception {
    store("now", 0, "notifier-7d9c8b6f5d-x2x4z");
    store("yesterday", 1, "notifier-7d9c8b6f5d-x2x4z");
    store("other-workload", 7, "ledger-1");
    var lastWeek = finished("last-week", 8, "notifier-6b5c4d8f9d-qq7zw");
    store("last-week", 8, "notifier-6b5c4d8f9d-qq7zw");
    jobs.add(lastWeek);
    store("long-ago", 30, "notifier-7d9c8b6f5d-x2x4z");

    assertThat(location("b=shop/now-1f0c3a5e&before=7d"))
        .isEqualTo("/compare?a=shop%2Flast-week-1f0c3a5e&b=shop%2Fnow-1f0c3a5e");
    assertThat(location("b=shop/now-1f0c3a5e&before=12h"))
        .isEqualTo("/compare?a=shop%2Fyesterday-1f0c3a5e&b=shop%2Fnow-1f0c3a5e");
    assertThat(location("b=shop/now-1f0c3a5e&before=2w&event=cpu"))
        .isEqualTo("/compare?a=shop%2Flong-ago-1f0c3a5e&b=shop%2Fnow-1f0c3a5e&event=cpu");
    assertThat(location("b=shop/now-1f0c3a5e/notifier-7d9c8b6f5d-x2x4z/app&before=7d"))
        .isEqualTo(
            "/compare?a=shop%2Flast-week-1f0c3a5e&b=shop%2Fnow-1f0c3a5e%2Fnotifier-7d9c8b6f5d-x2x4z%2Fapp");
    assertThat(get(location("b=shop/now-1f0c3a5e&before=7d")).statusCode()).isEqualTo(200);
  }

  @Test
  void nobody_is_led_to_a_job_whose_report_the_store_does_not_keep_any_more() throws Exception {
    store("now", 0, "notifier-1");
    jobs.add(finished("expired", 8, "notifier-1"));
    store("kept", 9, "notifier-1");
    jobs.add(finished("expired-too", 40, "notifier-1"));

    assertThat(location("b=shop/now-1f0c3a5e&before=7d"))
        .isEqualTo("/compare?a=shop%2Fkept-1f0c3a5e&b=shop%2Fnow-1f0c3a5e");
    assertThat(get("/compare?b=shop/now-1f0c3a5e&before=3w").body())
        .contains("The oldest is", "a=shop%2Fkept-1f0c3a5e&amp;")
        .doesNotContain("expired");
  }

  @Test
  void where_nothing_is_old_enough_the_oldest_is_offered() throws Exception {
    store("now", 0, "notifier-7d9c8b6f5d-x2x4z");
    store("today", 1, "notifier-7d9c8b6f5d-x2x4z");
    store("this-week", 3, "notifier-7d9c8b6f5d-x2x4z");

    assertThat(get("/compare?b=shop/now-1f0c3a5e&before=7d").body())
        .contains(
            "There is no recording that is 7 days older",
            "href=\"/compare?a=shop%2Fthis-week-1f0c3a5e&amp;b=shop%2Fnow-1f0c3a5e\"")
        .doesNotContain("today");
    assertThat(get("/compare?b=shop/this-week-1f0c3a5e&before=1w").body())
        .contains(
            "1 week older",
            "There is no older recording",
            "href=\"/compare?b=shop/this-week-1f0c3a5e\"");
    assertThat(get("/compare?b=shop/now-1f0c3a5e&before=7d&event=alloc").body())
        .contains("There is no older recording");
  }

  @Test
  void nobody_is_led_to_what_may_not_be_the_newest_before_the_whole_store_was_searched()
      throws Exception {
    for (var i = 0; i < DeletedJobs.MOST_READ; i++) {
      store("long-ago-%03d".formatted(i), 30, "notifier-7d9c8b6f5d-x2x4z");
    }
    store("now", 0, "notifier-7d9c8b6f5d-x2x4z");
    store("the-newest", 8, "notifier-7d9c8b6f5d-x2x4z");

    var unsure = get("/compare?b=shop/now-1f0c3a5e&before=7d");
    assertThat(unsure.statusCode()).isEqualTo(200);
    assertThat(unsure.body())
        .contains(
            "The store has more jobs than one request searches",
            "The newest found so far is",
            "href=\"/compare?a=shop%2Flong-ago-")
        .doesNotContain("There is no recording");
    assertThat(location("b=shop/now-1f0c3a5e&before=7d"))
        .isEqualTo("/compare?a=shop%2Fthe-newest-1f0c3a5e&b=shop%2Fnow-1f0c3a5e");
  }

  @Test
  void what_an_earlier_version_has_reported_is_not_compared() throws Exception {
    artifacts.stored.put("shop/old-1f0c3a5e/merged/report.json", JobPageIT.OF_AN_EARLIER_VERSION);

    assertThat(get("/compare?a=shop/old-1f0c3a5e&b=shop/after-1f0c3a5e").statusCode())
        .isEqualTo(404);
    assertThat(get("/compare?b=shop/old-1f0c3a5e&before=7d").statusCode()).isEqualTo(404);
  }

  @Test
  void
      when_too_much_is_compared_the_one_who_asks_is_told_to_come_again_and_nothing_of_it_is_remembered()
          throws Exception {
    var later = answer;
    answer = Optional.empty();
    var refused = get("/compare?" + PAIR);

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(refused.body()).contains("load this page again");
    answer = later;
    assertThat(get("/compare?" + PAIR).statusCode()).isEqualTo(200);
  }

  @Test
  void when_that_turns_out_while_it_is_compared_the_one_who_asks_is_told_the_same()
      throws Exception {
    var later = answer;
    var refused = new CompletableFuture<Compared>();
    refused.cancel(false);
    answer = Optional.of(refused);

    assertThat(get("/compare?" + PAIR)).satisfies(told -> {
      assertThat(told.statusCode()).isEqualTo(503);
      assertThat(told.headers().firstValue("Retry-After")).hasValue("5");
      assertThat(told.body()).contains("load this page again");
    });
    answer = later;
    assertThat(get("/compare?" + PAIR).statusCode()).isEqualTo(200);
  }

  @Test
  void what_fails_is_tried_again_the_next_time() throws Exception {
    var later = answer;
    answer = Optional.of(CompletableFuture.failedFuture(new IOException("the store is away")));

    assertThat(get("/compare?" + PAIR).statusCode()).isEqualTo(500);
    answer = later;
    assertThat(get("/compare?" + PAIR).statusCode()).isEqualTo(200);
  }

  @Test
  void what_has_no_samples_has_a_sentence_and_no_graph() throws Exception {
    answer = Optional.of(CompletableFuture.completedFuture(
        new Compared(Differences.none("BaselineEventMissing", "no samples of it"), new byte[0])));

    assertThat(get("/compare?" + PAIR).body())
        .contains("BaselineEventMissing", "no samples of it")
        .doesNotContain("<iframe");
    assertThat(get("/compare/graph?" + PAIR).statusCode()).isEqualTo(404);
  }

  @Test
  void text_of_recordings_cannot_become_markup() throws Exception {
    ListedJobs.store(artifacts, ListedJobs.running("shop", "after", HOSTILE), HOSTILE);
    var change = new ShareChange(HOSTILE, 1, 1, 1, 1, 1, 0, true);
    var differences = new Differences(
        new Verdict("FramesChanged", HOSTILE),
        "merged/cpudiff.html",
        1L,
        1L,
        List.of(change),
        List.of(change));
    answer = Optional.of(CompletableFuture.completedFuture(new Compared(differences, new byte[1])));

    assertThat(get("/compare?" + PAIR).body()).doesNotContain("<script").contains("&lt;script&gt;");
  }

  @Test
  void who_has_chosen_one_side_chooses_the_other_of_that_namespace() throws Exception {
    var done = ListedJobs.running("shop", "existing", "notifier-1");
    done.setStatus(ProfileJobStatusBuilder.builder(done.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime(Jobs.START.plusSeconds(60).toString())
        .build());
    jobs.add(done);
    jobs.add(ListedJobs.running("shop", "busy", "notifier-1"));
    jobs.add(ListedJobs.running("billing", "invoices", "ledger-1"));

    var page = get("/compare?b=shop/after-1f0c3a5e/notifier-3/app").body();

    assertThat(page)
        .contains(
            "<option value=\"shop/after-1f0c3a5e/notifier-3/app\" selected>",
            "shop/before-1f0c3a5e",
            "shop/existing-1f0c3a5e")
        .doesNotContain("busy", "billing");
    assertThat(get("/compare").statusCode()).as("the list, to choose").isEqualTo(303);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "a=shop/none-1f0c3a5e&b=shop/after-1f0c3a5e, 404",
    "a=shop/before-1f0c3a5e/none/app&b=shop/after-1f0c3a5e, 404",
    "a=shop/before-1f0c3a5e&b=shop/after-1f0c3a5e&event=alloc, 404",
    "a=shop/before-1f0c3a5e&b=shop/after-1f0c3a5e&event=heat, 400",
    "a=shop/before-1f0c3a5e/notifier-1&b=shop/after-1f0c3a5e, 400",
    "a=shop/before-1f0c3a5e/notifier-1/app/cpu.html&b=shop/after-1f0c3a5e, 400",
    "a=shop/../x&b=shop/after-1f0c3a5e, 400",
    "a=shop.x/y&b=shop/after-1f0c3a5e, 400",
    "a=shop&b=shop/after-1f0c3a5e, 400",
    "namespace=Shop, 400",
    "before=7d, 400",
    "a=shop/before-1f0c3a5e&b=shop/after-1f0c3a5e&before=7d, 400",
    "b=shop/after-1f0c3a5e&before=7, 400",
    "b=shop/after-1f0c3a5e&before=7y, 400",
    "b=shop/none-1f0c3a5e&before=7d, 404",
  })
  void what_is_not_there_or_not_meant_is_said_so(String query, int status) throws Exception {
    assertThat(get("/compare?" + query).statusCode()).isEqualTo(status);
    assertThat(asked).isEmpty();
  }

  private static Differences differences() {
    var change = new ShareChange("shop.Message.uniqueId", 300, 30, 100, 10, -20, 0.001, true);
    return new Differences(
        new Verdict("FramesChanged", "uniqueId fell"),
        "merged/cpudiff.html",
        1000L,
        1000L,
        List.of(change),
        List.of(change));
  }

  /** A deleted job that began so many days before. */
  private void store(String name, int days, String pod) throws IOException {
    ListedJobs.store(artifacts, finished(name, days, pod), "shop.Message.uniqueId");
  }

  private static ProfileJob finished(String name, int days, String pod) {
    var job = ListedJobs.running("shop", name, pod);
    var start = Jobs.START.minus(Duration.ofDays(days));
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .startTime(start.toString())
        .completionTime(start.plusSeconds(60).toString())
        .build());
    return job;
  }

  private String location(String query) throws IOException, InterruptedException {
    var answer = get("/compare?" + query);
    assertThat(answer.statusCode()).isEqualTo(303);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    return http.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        BodyHandlers.ofString());
  }
}
