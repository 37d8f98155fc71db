package dev.hotspotter.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import dev.hotspotter.web.form.ProfilePage;
import dev.hotspotter.web.server.ListedJobs;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.OpenPages;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job's page and its links: to repeat the job, to compare it, and to follow it while it runs. */
public class JobPageIT {

  /** Version 3 had no spec. */
  public static final String OF_AN_EARLIER_VERSION = """
      {"version": 3, "namespace": "shop", "name": "old", "uid": "1f0c3a5e",
       "recording": {"duration": "60s", "events": ["cpu"], "interval": "10ms"},
       "startTime": "2026-11-21T10:00:00Z", "targets": [{"pod": "notifier-1", "container": "app",
       "recording": "notifier-1/app/recording.jfr",
       "flameGraphs": {}, "files": {}}], "files": {}, "hot": {}, "outliers": {}}
      """;

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  private final List<ProfileJob> jobs = pages.jobs;
  private final MemoryArtifacts artifacts = pages.artifacts;

  @Test
  void all_that_was_asked_is_there_to_be_asked_again() throws Exception {
    var job = ListedJobs.running("shop", "checkout", "notifier-1");
    job.getMetadata().setAnnotations(Map.of(ProfilePage.REQUESTED_BY, "<b>alice"));
    jobs.add(job);

    assertThat(get("/jobs/shop/checkout-1f0c3a5e/"))
        .contains(
            "kubectl create -f - &lt;&lt;'EOF'",
            "generateName: checkout-",
            "app: notifier",
            "type: cpu",
            "requested by &lt;b&gt;alice");
  }

  @Test
  void of_a_deleted_job_the_page_still_says_what_was_asked_and_why_a_pod_failed() throws Exception {
    var job = ListedJobs.running("shop", "checkout");
    Jobs.running(
        job,
        Targets.succeeded("notifier-1"),
        Targets.failed("notifier-2", "NoJvmFound", "no JVM runs in <app>"));
    ListedJobs.store(artifacts, job, "shop.Message.uniqueId");

    assertThat(get("/jobs/shop/checkout-1f0c3a5e/"))
        .contains(
            "matchLabels:\n        app: notifier",
            "parallelism: 10",
            "href=\"/compare?b=shop/checkout-1f0c3a5e/notifier-1/app\"")
        .contains(
            "<td>notifier-2</td>", "<strong>NoJvmFound</strong>", "no JVM runs in &lt;app&gt;");
  }

  @Test
  void a_report_of_an_earlier_version_is_none_and_breaks_no_page() throws Exception {
    artifacts.stored.put("shop/old-1f0c3a5e/merged/report.json", OF_AN_EARLIER_VERSION);
    assertThat(status("/jobs/shop/old-1f0c3a5e/")).isEqualTo(404);
    jobs.add(ListedJobs.running("shop", "old", "notifier-1"));

    assertThat(get("/jobs/shop/old-1f0c3a5e/")).contains("notifier-1");
  }

  @Test
  void earlier_jobs_of_the_same_target_are_one_click_away() throws Exception {
    jobs.add(finished("monday", 0));
    jobs.add(finished("tuesday", 86_400));
    var other = finished("other", 100);
    other.setSpec(Jobs.job(Jobs.target("sidecar")).getSpec());
    jobs.add(other);
    jobs.add(finished("wednesday", 172_800));
    ListedJobs.store(artifacts, jobs.get(1), "shop.Message.uniqueId");

    assertThat(get("/jobs/shop/tuesday-1f0c3a5e/"))
        .contains(
            "href=\"/compare?b=shop/tuesday-1f0c3a5e&amp;before=7d\"",
            "href=\"/compare?b=shop/tuesday-1f0c3a5e\"",
            "href=\"/compare?a=shop/monday-1f0c3a5e&amp;b=shop/tuesday-1f0c3a5e\"")
        .doesNotContain("wednesday", "other-1f0c3a5e");
  }

  @Test
  void a_suspension_is_said_once() throws Exception {
    var job = ListedJobs.running("shop", "held", "notifier-1");
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).suspend(true).build());
    job.setStatus(new StatusDraft("http://localhost:8080", job, Jobs.START)
        .running(job.getStatus().recordings(), Optional.empty()));
    jobs.add(job);

    assertThat(get("/jobs/shop/held-1f0c3a5e/")).containsOnlyOnce("JobSuspended");
  }

  @Test
  void a_page_follows_its_job_until_that_is_finished() throws Exception {
    jobs.add(ListedJobs.running("shop", "running", "notifier-1"));
    jobs.add(finished("finished", 0));

    assertThat(get("/jobs/shop/running-1f0c3a5e/"))
        .contains("<meta http-equiv=\"refresh\" content=\"5\">");
    assertThat(get("/jobs/shop/finished-1f0c3a5e/")).doesNotContain("http-equiv");
  }

  @Test
  void above_a_graph_it_says_which_frames_may_be_wrong_unless_all_jvms_knew_better()
      throws Exception {
    jobs.add(finished("guessed", 0));
    var exact = finished("exact", 0);
    var target = RecordingStatusBuilder.builder(Targets.succeeded("notifier-1"))
        .debugNonSafepoints(true)
        .build();
    exact.setStatus(ProfileJobStatusBuilder.builder(exact.getStatus())
        .recordings(List.of(target))
        .build());
    jobs.add(exact);
    for (var job : jobs) {
      ListedJobs.store(artifacts, job, "shop.Message.uniqueId");
    }

    assertThat(get("/jobs/shop/guessed-1f0c3a5e/"))
        .contains("<strong>Inlined frames may be misplaced</strong> in 12.3 % of the samples,"
            + " such as <code>HashMap.get</code>.")
        .contains(
            "In another 4.5 % they were certainly wrong, and are left out.",
            "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints");
    assertThat(get("/jobs/shop/exact-1f0c3a5e/")).contains("<iframe").doesNotContain("misplaced");
  }

  @Test
  void it_says_out_of_how_many_pods_the_targets_are() throws Exception {
    var some = finished("some", 0);
    some.setStatus(ProfileJobStatusBuilder.builder(some.getStatus())
        .targets(new TargetCounts(40, 39, 10, 0, 10, 0))
        .build());
    jobs.add(some);
    jobs.add(finished("all", 0));

    assertThat(get("/jobs/shop/some-1f0c3a5e/")).contains("10 targets of 40 matching pods");
    assertThat(get("/jobs/shop/all-1f0c3a5e/")).doesNotContain("matching pods");
    assertThat(get("/"))
        .containsSubsequence(">some<", "10/10 <span class=\"soft\">of 40 pods</span>");
  }

  @Test
  void a_thousand_targets_fit_on_a_page() throws Exception {
    var job = ListedJobs.running(
        "shop",
        "fleet",
        IntStream.range(0, 1_000).mapToObj(i -> "notifier-" + i).toArray(String[]::new));
    jobs.add(job);
    ListedJobs.store(artifacts, job, "shop.Message.uniqueId");

    assertThat(get("/jobs/shop/fleet-1f0c3a5e/"))
        .contains("notifier-999")
        .hasSizeLessThan(1_000_000);
  }

  private static ProfileJob finished(String name, long at) {
    var job = ListedJobs.running("shop", name, "notifier-1");
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .startTime(Jobs.START.plusSeconds(at).toString())
        .completionTime(Jobs.START.plusSeconds(at + 60).toString())
        .build());
    return job;
  }

  private String get(String path) throws IOException, InterruptedException {
    return pages.get(path).body();
  }

  private int status(String path) throws IOException, InterruptedException {
    return pages.get(path).statusCode();
  }
}
