package dev.hotspotter.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Reported;
import dev.hotspotter.testing.Targets;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages over HTTP, with objects kept in memory. */
class WebServerIT {

  private static final String PAGE = "/jobs/shop/checkout-cpu-1f0c3a5e/";
  private static final String HOSTILE = "<script>alert(1)</script>";

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  private final List<ProfileJob> jobs = pages.jobs;
  private final MemoryArtifacts artifacts = pages.artifacts;
  private final Map<String, String> stored = artifacts.stored;

  @ParameterizedTest(name = "{0} as {1}")
  @CsvSource({
    "merged/cpu.html, text/html;charset=utf-8",
    "merged/report.json, application/json",
    "notifier-1/app/cpu.html, text/html;charset=utf-8",
    "notifier-1/app/cpu.collapsed, text/plain;charset=utf-8",
    "notifier-1/app/diagnostics.txt, text/plain;charset=utf-8",
    "notifier-1.web/app/recording.jfr, application/octet-stream",
    "merged/cpudiff.html, text/html;charset=utf-8",
    "merged/cache-misses.collapsed, text/plain;charset=utf-8",
    "notifier-1/app/cache-misses.heatmap.html, text/html;charset=utf-8",
    "notifier-1/app/cpu.pb.gz, application/octet-stream",
    "merged/cpu.otlp, application/octet-stream",
    "notifier-1/app/cache-misses.grafana.json, application/json",
  })
  void a_jobs_file_is_served_as_it_is_stored(String path, String type) throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/" + path, "content");

    var answer = pages.get(PAGE + path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("content");
    assertThat(header(answer, "Content-Type")).isEqualToIgnoringCase(type);
    assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @Test
  void a_flame_graph_may_run_its_own_script_and_reach_nothing_else() throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "content");

    assertThat(header(pages.get(PAGE + "merged/cpu.html"), "Content-Security-Policy"))
        .contains(
            "sandbox allow-scripts;",
            "default-src 'none'",
            "script-src 'unsafe-inline'",
            "frame-ancestors 'self'",
            "form-action 'none'")
        .doesNotContain("allow-same-origin", "http:", "https:", "*");
  }

  @ParameterizedTest(name = "{0} for {1} that takes {2}: framed {3}")
  @CsvSource({
    "merged/cpu.html, document, text/html, true",
    "merged/cpu.html?as=frame, document, text/html, true",
    "merged/cpu.html, iframe, text/html, false",
    "merged/cpu.html, empty, */*, false",
    "merged/cpu.html?as=frame, iframe, text/html, false",
    "merged/cpu.html?as=file, document, text/html, false",
    "notifier-1/app/cpu.heatmap.html, document, text/html, true",
    "merged/cpu.html, , 'text/html,*/*;q=0.8', true",
    "merged/cpu.html?as=frame, , 'text/html,*/*;q=0.8', false",
    "merged/cpu.html, , */*, false",
    "merged/report.json, document, text/html, false",
  })
  void a_browser_gets_a_page_around_a_graph(
      String file, String destination, String accept, boolean framed) throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/" + file.replaceFirst("\\?.*", ""), "content");
    var request = pages.request(PAGE + file).header("Accept", accept);

    var answer =
        pages.send(destination == null ? request : request.header("Sec-Fetch-Dest", destination));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Vary")).contains("Sec-Fetch-Dest", "Accept");
    assertThat(header(answer, "Content-Disposition").isEmpty()).isEqualTo(!file.endsWith("file"));
    if (framed) {
      assertThat(answer.body())
          .contains("<iframe src=\"" + PAGE + file.replaceFirst("\\?.*", "")
              + "?as=frame\" sandbox=\"allow-scripts\"");
      assertThat(header(answer, "Content-Security-Policy"))
          .contains("default-src 'none'", "frame-src 'self'")
          .doesNotContain("script-src");
    } else {
      assertThat(answer.body()).isEqualTo("content");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "notifier-1/app/recording.jfr, checkout-cpu-1f0c3a5e-notifier-1-app.jfr",
    "notifier-1/app/cpu.pb.gz, checkout-cpu-1f0c3a5e-notifier-1-app-cpu.pb.gz",
    "merged/cpu.otlp, checkout-cpu-1f0c3a5e-merged-cpu.otlp",
  })
  void what_no_browser_shows_is_saved_under_a_name_that_says_where_it_comes_from(
      String path, String name) throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/" + path, "content");

    assertThat(header(pages.get(PAGE + path), "Content-Disposition"))
        .isEqualTo("attachment; filename=\"%s\"".formatted(name));
  }

  @Test
  void what_the_browser_has_already_is_not_sent_again() throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "content");

    assertThat(header(pages.get(PAGE + "merged/cpu.html"), "ETag")).isEqualTo("W/\"5d41\"");
    var again = pages.get(PAGE + "merged/cpu.html", "If-None-Match", "\"5d41\"");
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(pages.get(PAGE + "merged/cpu.html", "If-None-Match", "\"old\"").statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest(name = "{0} of ten bytes")
  @CsvSource({
    "bytes=2-4, 206, 234, bytes 2-4/10",
    "bytes=7-, 206, 789, bytes 7-9/10",
    "bytes=-1, 206, 9, bytes 9-9/10",
    "bytes=0-99, 206, 0123456789, bytes 0-9/10",
    "'bytes=0-0,9-9', 200, 0123456789, ''",
    "bytes=10-, 416, the file has no such bytes, bytes */10",
  })
  void a_download_can_go_on_where_it_ended(
      String range, int status, String body, String contentRange) throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/notifier-1/app/recording.jfr", "0123456789");

    var answer = pages.get(PAGE + "notifier-1/app/recording.jfr", "Range", range);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).isEqualTo(body);
    assertThat(header(answer, "Content-Range")).isEqualTo(contentRange);
    assertThat(header(answer, "Content-Length")).isEqualTo(Integer.toString(body.length()));
  }

  @Test
  void a_download_of_another_file_by_now_begins_anew() throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/notifier-1/app/recording.jfr", "0123456789");
    var path = PAGE + "notifier-1/app/recording.jfr";

    assertThat(pages.get(path, "Range", "bytes=2-4", "If-Range", "\"5d41\"").body())
        .isEqualTo("234");
    assertThat(pages.get(path, "Range", "bytes=2-4", "If-Range", "\"old\"").body())
        .isEqualTo("0123456789");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "merged/cpu.html, gzip",
    "merged/report.json, gzip",
    "a/app/cpu.collapsed, gzip",
    "a/app/cpu.heatmap.html, gzip",
    "a/app/cpu.grafana.json, gzip",
    "a/app/recording.jfr, ''",
    "a/app/cpu.pb.gz, ''",
    "a/app/cpu.otlp, ''"
  })
  void what_shrinks_is_compressed(String path, String encoding) throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/" + path, "shop.Message.uniqueId;".repeat(10_000));

    assertThat(header(pages.get(PAGE + path, "Accept-Encoding", "gzip"), "Content-Encoding"))
        .isEqualTo(encoding);
    assertThat(header(pages.get(PAGE + path), "Content-Encoding")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", PAGE, PAGE + "merged/cpu.html", PAGE + "notifier-1/app/recording.jfr", "/none"
      })
  void nothing_is_kept_for_others_or_tells_where_it_was_linked(String path) throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "content");
    jobs.add(Jobs.running(Jobs.job(), Targets.succeeded("notifier-1")));

    var answer = pages.get(path);

    assertThat(header(answer, "Cache-Control")).isEqualTo("private, no-cache");
    assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(answer, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
  }

  @Test
  void a_file_that_is_not_stored_is_not_found() throws Exception {
    assertThat(pages.get(PAGE + "merged/cpu.html").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PAGE + "../../secret/x/merged/cpu.html",
        PAGE + "..%2f..%2fsecret/merged/cpu.html",
        PAGE + "%2e%2e/%2e%2e/secret/merged/cpu.html",
        PAGE + "..%5c..%5csecret/merged/cpu.html",
        PAGE + "merged/cpu.html%00.json",
        PAGE + "merged/cpu.html%0d%0aX-Evil:%201",
        PAGE + "merged/../notifier-1/app/cpu.html/",
        PAGE + "merged/other.txt",
        PAGE + "merged/report.json.html",
        PAGE + "notifier-1/recording.jfr",
        PAGE + "notifier-1/app/core.dump",
        PAGE + "notifier-1/app/cpu.gz",
        PAGE + "notifier-1/app/cpu.heatmap.html.pb",
        PAGE + "notifier-1/app/cpu.json",
        PAGE + "Notifier/app/recording.jfr",
        "/jobs/..%2fsecret/x/merged/cpu.html",
        "/jobs/.../x/merged/cpu.html",
        "/jobs/..%2f..%2fsecret/x/",
        "/jobs/shop/..%2f..%2fsecret/",
        "/jobs/shop/.../",
        "/jobs/shop/Checkout%20cpu/",
        "/jobs/shop/",
        "/jobs/",
        "/etc/passwd",
      })
  void nothing_but_the_keys_that_jobs_write_is_asked_of_the_store(String path) throws Exception {
    assertThat(pages.get(path).statusCode()).isIn(400, 404);
    assertThat(artifacts.asked).isEmpty();
  }

  @Test
  void the_list_shows_every_job_the_newest_first() throws Exception {
    jobs.add(named("older", "2026-11-21T09:00:00Z"));
    jobs.add(named("newer", "2026-11-21T10:00:00Z"));

    var page = pages.get("/").body();

    assertThat(page)
        .contains("/jobs/shop/older-1f0c3a5e/")
        .containsSubsequence(">newer</a>", ">older</a>");
  }

  @Test
  void an_empty_list_says_what_to_do() throws Exception {
    assertThat(pages.get("/").body()).contains("kubectl apply -f profilejob.yaml");
  }

  @Test
  void a_running_jobs_page_shows_where_its_targets_stand() throws Exception {
    jobs.add(Jobs.running(
        Jobs.job(),
        Targets.injected("notifier-1", Jobs.START),
        Targets.failed("notifier-2", "NoJvmFound", "there is none")));

    var page = pages.get(PAGE);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains(
            "checkout-cpu", "Running", "notifier-1", "Injected", "NoJvmFound", "there is none");
    assertThat(page.body()).doesNotContain("<iframe");
  }

  @Test
  void what_a_failed_target_left_is_linked_and_a_graph_only_where_there_is_one() throws Exception {
    jobs.add(Jobs.running(
        Jobs.job(),
        left("ended", "JvmExited"),
        left("broken", "RenderFailed"),
        Targets.failed("none", "NoJvmFound", "none")));

    assertThat(pages.get(PAGE).body())
        .contains(
            PAGE + "ended/app/recording.jfr",
            PAGE + "ended/app/cpu.html",
            PAGE + "broken/app/recording.jfr")
        .doesNotContain(PAGE + "broken/app/cpu.html", PAGE + "none/app");
  }

  @Test
  void a_job_that_has_to_wait_says_why_and_is_not_called_complete() throws Exception {
    var job = Jobs.running(Jobs.job(), Targets.succeeded("notifier-1"));
    var waiting = Optional.<MergeOutcome>of(new MergeOutcome.Postponed(
        Set.of(), new WaitCause("ObjectStoreUnavailable", "AccessDenied")));
    job.setStatus(
        new StatusDraft("", job, Jobs.START).running(job.getStatus().recordings(), waiting));
    jobs.add(job);

    assertThat(pages.get(PAGE).body())
        .contains("Running: ObjectStoreUnavailable", "AccessDenied")
        .doesNotContain("Complete");
  }

  @Test
  void a_finished_jobs_page_shows_its_graphs_and_its_hottest_frames() throws Exception {
    var job = Jobs.running(Jobs.job(), Targets.succeeded("notifier-1"));
    jobs.add(job);
    store(job, "shop.Message.uniqueId");

    assertThat(pages.get(PAGE).body())
        .contains(
            "src=\"" + PAGE + "merged/cpu.html?as=frame\"",
            "sandbox=\"allow-scripts\"",
            "shop.Message.uniqueId",
            "31.4 %");
  }

  @Test
  void a_target_without_samples_of_its_first_event_still_links_what_there_is() throws Exception {
    var failed = RecordingStatusBuilder.builder(
            Targets.failed("notifier-1", "NoSamples", "no samples of cpu: the JVM was idle"))
        .bytes(182733L)
        .diagnosticsBytes(5L)
        .build();
    jobs.add(Jobs.running(Jobs.job(Event.CPU, Event.LOCK), failed));

    assertThat(pages.get(PAGE).body())
        .contains(
            PAGE + "notifier-1/app/recording.jfr",
            PAGE + "notifier-1/app/lock.html",
            PAGE + "notifier-1/app/diagnostics.txt",
            "the JVM was idle");
  }

  @Test
  void a_deleted_jobs_page_is_made_from_its_report() throws Exception {
    store(Jobs.running(Jobs.job(), Targets.succeeded("notifier-1")), "shop.Message.uniqueId");

    assertThat(pages.get(PAGE).body())
        .contains(
            "the ProfileJob is deleted",
            "shop.Message.uniqueId",
            PAGE + "notifier-1/app/recording.jfr",
            PAGE + "notifier-1/app/cpu.html");
  }

  @Test
  void a_jobs_page_says_what_threads_did_and_waited_for() throws Exception {
    stored.put(
        "shop/checkout-cpu-1f0c3a5e/" + ObjectKeys.REPORT,
        new ObjectMapper().writeValueAsString(Reported.report()));

    assertThat(pages.get(PAGE).body())
        .contains(
            "<td>pool-1-thread-*</td><td class=\"number\">100</td>",
            "<code>com.example.Pool.borrow</code> 84.0 %")
        .contains(
            "in each JVM 42.1 threads waited at a time",
            "<code>java.util.concurrent.Semaphore$NonfairSync</code>",
            "pool-1-thread-* 9.60 s")
        .contains("com.example.Pool.borrow: 1ms.", "<td class=\"number\">50.0 ms</td>")
        .contains("<strong>1.0 %</strong>", "<td>G1 Evacuation Pause</td>");
  }

  @Test
  void a_report_of_a_later_operator_can_be_shown() throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/" + ObjectKeys.REPORT, """
        {"version":1,"new":1,"namespace":"shop","name":"checkout-cpu",
         "spec":{"target":{"pods":["a"],"new":1},
         "recording":{"duration":"60s","events":[{"type":"cpu"}],"new":1}},
         "targets":[{"pod":"a","container":"app","recording":"a/app/recording.jfr",
         "flameGraphs":{},"files":{},"new":1}],
         "failed":[],"files":{},
         "hot":{"cpu":{"samples":1,"new":1,"self":[],
         "application":[{"frame":"shop.A.a","samples":1,"percent":100,"new":1}]}}}""");

    var page = pages.get(PAGE);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("shop.A.a");
  }

  @Test
  void a_report_of_version_4_can_be_shown() throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/" + ObjectKeys.REPORT, """
        {"version":4,"namespace":"shop","name":"checkout-cpu",
         "spec":{"target":{"pods":["a"]},
         "recording":{"duration":"60s","events":["cpu"],"interval":"10ms","intervals":{"alloc":"1Mi"},
         "trace":[{"method":"a.B.c","threshold":"10ms"}],"diagnostics":["threadDump"]},
         "baselineRef":{"previous":true},"artifacts":{"formats":["flamegraph"],"mergeBy":"pod"}},
         "targets":[{"pod":"a","container":"app","recording":"a/app/recording.jfr",
         "flameGraphs":{},"files":{}}],
         "failed":[],"files":{},
         "hot":{"cpu":{"samples":1,"self":[],
         "application":[{"frame":"shop.A.a","samples":1,"percent":100}]}}}""");

    var page = pages.get(PAGE);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("shop.A.a");
  }

  @Test
  void a_page_that_there_is_not_says_why() throws Exception {
    var answer = pages.get("/jobs/shop/other-1f0c3a5e/");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("no such job");
  }

  @Test
  void text_from_the_cluster_and_from_recordings_cannot_become_markup() throws Exception {
    var job = Jobs.running(
        Jobs.job(),
        Targets.succeeded("notifier-1"),
        Targets.failed("notifier-2", "AttachFailed", HOSTILE));
    job.getMetadata().setName("x\"><img src=x>");
    jobs.add(job);
    assertThat(pages.get("/").body()).doesNotContain("<img").contains("&lt;img");
    job.getMetadata().setName("checkout-cpu");
    store(job, HOSTILE);

    var page = pages.get(PAGE);

    assertThat(page.body()).doesNotContain("<script").contains("&lt;script&gt;alert(1)");
    assertThat(header(page, "Content-Security-Policy"))
        .contains("default-src 'none'")
        .doesNotContain("script-src");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        PAGE,
        PAGE + "merged/cpu.html",
        PAGE + "notifier-1/app/recording.jfr",
        PAGE + "merged/alloc.html",
        PAGE + "merged/other.txt",
        "/jobs/shop/other-1f0c3a5e/",
        "/etc/passwd"
      })
  void head_answers_what_get_would_without_the_body(String path) throws Exception {
    jobs.add(Jobs.running(Jobs.job(), Targets.succeeded("notifier-1")));
    stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "content");
    stored.put("shop/checkout-cpu-1f0c3a5e/notifier-1/app/recording.jfr", "content");

    var get = pages.get(path);
    var head = pages.send(pages.request(path).HEAD());

    assertThat(head.statusCode()).isEqualTo(get.statusCode());
    assertThat(comparable(head)).isEqualTo(comparable(get));
    assertThat(header(head, "Content-Length")).isNotEqualTo("0");
    assertThat(head.body()).isEmpty();
  }

  @Test
  void head_says_too_that_the_browser_has_it_already() throws Exception {
    stored.put("shop/checkout-cpu-1f0c3a5e/merged/cpu.html", "content");

    var head = pages.send(
        pages.request(PAGE + "merged/cpu.html", "If-None-Match", "\"5d41\"").HEAD());

    assertThat(head.statusCode()).isEqualTo(304);
    assertThat(header(head, "ETag")).isEqualTo("W/\"5d41\"");
  }

  /**
   * An answer's headers without the time, and without the length and transfer of its body, which
   * HEAD may omit.
   */
  private static Map<String, List<String>> comparable(HttpResponse<?> answer) {
    var headers = new TreeMap<>(answer.headers().map());
    headers.keySet().removeAll(List.of("content-length", "date", "transfer-encoding"));
    return headers;
  }

  private static RecordingStatus left(String pod, String reason) {
    return RecordingStatusBuilder.builder(Targets.failed(pod, reason, "why"))
        .bytes(182733L)
        .sha256("9f86")
        .build();
  }

  private static ProfileJob named(String name, String created) {
    var job = Jobs.job();
    job.getMetadata().setName(name);
    job.getMetadata().setCreationTimestamp(created);
    return job;
  }

  private void store(ProfileJob job, String hottest) throws IOException {
    ListedJobs.store(artifacts, job, hottest);
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
