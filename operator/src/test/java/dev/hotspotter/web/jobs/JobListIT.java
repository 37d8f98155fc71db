package dev.hotspotter.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import dev.hotspotter.web.server.ListedJobs;
import dev.hotspotter.web.server.MemoryArtifacts;
import dev.hotspotter.web.server.OpenPages;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The list over HTTP, of jobs that exist and of those that are only in the store. */
class JobListIT {

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  private final List<ProfileJob> jobs = pages.jobs;
  private final MemoryArtifacts artifacts = pages.artifacts;

  @Test
  void a_link_of_grafana_finds_the_recording_of_that_pod_at_that_time() throws Exception {
    ListedJobs.store(
        artifacts, ListedJobs.running("shop", "monday", "notifier-1"), "shop.Message.uniqueId");
    var later = ListedJobs.running("shop", "tuesday", "notifier-1");
    later.setStatus(ProfileJobStatusBuilder.builder(later.getStatus())
        .startTime(Jobs.START.plusSeconds(86400).toString())
        .build());
    ListedJobs.store(artifacts, later, "shop.Message.uniqueId");
    var from = Jobs.START.toEpochMilli() - 1000;

    assertThat(pages
            .get("/?namespace=shop&pod=notifier-1&from=%d&to=%d".formatted(from, from + 30_000))
            .body())
        .contains(
            "/jobs/shop/monday-1f0c3a5e/", "deleted, recordings kept", "Message.uniqueId 31.4 %")
        .doesNotContain("tuesday");
  }

  @Test
  void what_runs_is_on_top_with_its_progress() throws Exception {
    var done = ListedJobs.running("shop", "done", "a");
    done.setStatus(ProfileJobStatusBuilder.builder(done.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .startTime(Jobs.START.plusSeconds(60).toString())
        .completionTime(Jobs.START.plusSeconds(120).toString())
        .build());
    jobs.add(done);
    jobs.add(ListedJobs.running("shop", "busy", "a", "b"));

    assertThat(pages.get("/").body())
        .containsSubsequence("busy", "<progress value=\"0\" max=\"2\">", "0/2", "done");
  }

  @Test
  void a_job_that_cannot_be_listed_takes_no_other_out_of_the_list_and_the_pages() throws Exception {
    var bad = ListedJobs.running("shop", "bad", "notifier-1");
    bad.setSpec(null);
    jobs.add(bad);
    jobs.add(ListedJobs.running("shop", "good", "notifier-1"));

    assertThat(pages.get("/").statusCode()).isEqualTo(200);
    assertThat(pages.get("/").body()).contains(">good<").doesNotContain(">bad<");
    assertThat(pages.get("/pod?namespace=shop&pod=notifier-1").statusCode()).isEqualTo(200);
  }

  @Test
  void only_what_was_recorded_can_be_chosen_for_a_comparison() throws Exception {
    jobs.add(ListedJobs.running("shop", "running", "notifier-1"));
    ListedJobs.store(artifacts, ListedJobs.running("shop", "recorded", "notifier-1"), "x.Y.z");
    ListedJobs.store(
        artifacts,
        Jobs.running(
            ListedJobs.running("shop", "broken"),
            Targets.failed("notifier-1", "NoJvmFound", "none")),
        "x.Y.z");

    assertThat(pages.get("/").body())
        .contains(
            "compare recorded as A", "broken", "Failed<br><span class=\"soft\">deleted</span>")
        .doesNotContain("compare running as A", "compare broken as A");
  }

  @Test
  void a_job_that_exists_is_not_shown_again_as_deleted() throws Exception {
    var job = ListedJobs.running("shop", "monday", "notifier-1");
    jobs.add(job);
    ListedJobs.store(artifacts, job, "x.Y.z");

    assertThat(pages.get("/").body()).contains("1 job").doesNotContain("deleted");
  }

  @Test
  void many_are_shown_in_pages_that_keep_what_was_asked() throws Exception {
    IntStream.range(0, 120)
        .forEach(i -> jobs.add(ListedJobs.running("shop", "job-" + i, "notifier-1")));

    var first = pages.get("/?namespace=shop&from=now-1h");
    assertThat(first.body())
        .contains("page 1 of 3", "120 jobs")
        .contains("namespace=shop&amp;from=now-1h&amp;page=2")
        .doesNotContain(">newer<");
    assertThat(pages.get("/?namespace=shop&page=3").body())
        .contains("page 3 of 3")
        .doesNotContain(">older<")
        .containsPattern("(?s)(job-\\d+-1f0c3a5e.*){20}");
  }

  @Test
  void what_one_request_costs_is_bounded_and_the_next_one_goes_on() throws Exception {
    for (var i = 0; i < DeletedJobs.MOST_READ + 100; i++) {
      ListedJobs.store(artifacts, ListedJobs.running("shop", "job-" + i, "notifier-1"), "x.Y.z");
    }

    assertThat(pages.get("/").body())
        .contains(
            DeletedJobs.MOST_READ + " jobs", "The store has more jobs than one request searches");
    assertThat(pages.get("/").body())
        .contains(DeletedJobs.MOST_READ + 100 + " jobs")
        .doesNotContain("than one request searches");
    artifacts.asked.clear();
    pages.get("/");
    assertThat(artifacts.asked).as("nothing is read twice").isEmpty();
  }

  @Test
  void what_is_no_report_costs_no_more_than_its_own_line() throws Exception {
    artifacts.stored.put("shop/broken-1f0c3a5e/merged/report.json", "{");
    artifacts.stored.put("shop/unfinished-1f0c3a5e/a/app/recording.jfr", "jfr");
    artifacts.stored.put("Not_a_Name/x/merged/report.json", "{}");
    ListedJobs.store(artifacts, ListedJobs.running("shop", "good", "a"), "x.Y.z");

    assertThat(pages.get("/").body())
        .contains("1 job", "good")
        .doesNotContain("broken", "unfinished");
  }

  @Test
  void while_the_store_is_away_the_jobs_that_exist_are_shown() throws Exception {
    jobs.add(ListedJobs.running("shop", "monday", "notifier-1"));
    artifacts.broken = true;

    assertThat(pages.get("/").body()).contains("monday", "object store cannot be read");
  }

  @Test
  void what_was_asked_stands_in_the_form_and_cannot_become_markup() throws Exception {
    assertThat(pages.get("/?namespace=shop").body()).contains("name=\"namespace\" value=\"shop\"");
    assertThat(pages.get("/?pod=%22%3E%3Cscript%3E").statusCode()).isEqualTo(400);
  }

  @Test
  void a_job_with_a_thousand_targets_has_a_page_of_bounded_size() throws Exception {
    var job = ListedJobs.running(
        "shop",
        "big",
        IntStream.range(0, 1000).mapToObj(i -> "notifier-7d9c5f-" + i).toArray(String[]::new));
    ListedJobs.store(artifacts, job, "x.Y.z");

    var page = pages.get("/jobs/shop/big-1f0c3a5e/");

    assertThat(page.body()).contains("notifier-7d9c5f-999").containsOnlyOnce("<iframe");
    assertThat(page.body().length()).isLessThan(500_000);
  }
}
