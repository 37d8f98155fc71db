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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way from a graph of a pod to what it did. */
class PodPageIT {

  private static final String POD = "/pod?namespace=shop&pod=notifier-1";

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  private final List<ProfileJob> jobs = pages.jobs;
  private final MemoryArtifacts artifacts = pages.artifacts;

  @BeforeEach
  void start() throws Exception {
    jobs.add(ListedJobs.running("shop", "running", "notifier-1"));
    jobs.add(finished("existing", 10, "notifier-1", "notifier-2"));
    ListedJobs.store(artifacts, jobs.getLast(), "shop.Message.uniqueId");
    ListedJobs.store(artifacts, finished("deleted", 20, "notifier-1"), "shop.Message.uniqueId");
    ListedJobs.store(artifacts, finished("of-another", 5, "notifier-2"), "shop.Message.uniqueId");
  }

  @Test
  void shows_the_newest_flame_graph_of_the_pod_and_the_way_to_the_difference() throws Exception {
    assertThat(pages.get(POD).body())
        .contains(
            "<iframe src=\"/jobs/shop/existing-1f0c3a5e/notifier-1/app/cpu.html?as=frame\" sandbox=\"allow-scripts\"")
        .contains(
            "href=\"/compare?b=shop/existing-1f0c3a5e/notifier-1/app&amp;before=7d\"",
            "href=\"/profile?namespace=shop&amp;pod=notifier-1\"")
        .contains("href=\"/jobs/shop/deleted-1f0c3a5e/\"")
        .contains("<strong>Inlined frames may be misplaced</strong> in 12.3 % of the samples")
        .doesNotContain("of-another", "notifier-2", "running-1f0c3a5e");
  }

  @Test
  void shows_what_was_recorded_in_the_time_that_is_asked_for() throws Exception {
    var then = Jobs.START.minus(Duration.ofMinutes(20));

    assertThat(pages.get(POD + between(then, then.plusSeconds(30))).body())
        .contains("<iframe src=\"/jobs/shop/deleted-1f0c3a5e/notifier-1/app/cpu.html?as=frame\"")
        .doesNotContain("existing");
  }

  @Test
  void where_nothing_was_recorded_it_says_so_and_offers_to_record() throws Exception {
    var page = pages.get(POD + between(Jobs.START.plusSeconds(3600), Jobs.START.plusSeconds(7200)));

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains(
            "There is no recording of this pod in this time range",
            "href=\"/profile?namespace=shop&amp;pod=notifier-1\"",
            "href=\"/?namespace=shop&amp;pod=notifier-1\"")
        .doesNotContain("<iframe", "existing");
  }

  @Test
  void a_job_whose_report_lacks_the_pod_gives_way_to_an_older_one() throws Exception {
    jobs.add(finished("failed-for-it", 1, "notifier-1"));
    ListedJobs.store(
        artifacts, finished("failed-for-it", 1, "notifier-3"), "shop.Message.uniqueId");

    assertThat(pages.get(POD).body())
        .contains(
            "<iframe src=\"/jobs/shop/existing-1f0c3a5e/",
            "href=\"/jobs/shop/failed-for-it-1f0c3a5e/\"");
  }

  @Test
  void however_often_it_failed_for_the_pod_since_then_what_was_recorded_of_it_is_shown()
      throws Exception {
    for (int i = 0; i < 30; i++) {
      var failed = finished("failed-" + i, 1);
      failed.setStatus(ProfileJobStatusBuilder.builder(failed.getStatus())
          .recordings(List.of(
              Targets.succeeded("notifier-3"),
              Targets.failed("notifier-1", "NoJvmFound", "no JVM")))
          .build());
      ListedJobs.store(artifacts, failed, "shop.Message.uniqueId");
      if (i % 2 == 0) {
        jobs.add(failed);
      }
    }

    assertThat(pages.get(POD).body())
        .contains("<iframe src=\"/jobs/shop/existing-1f0c3a5e/")
        .doesNotContain("There is no recording of this pod");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?namespace=shop",
        "?pod=notifier-1",
        "?namespace=shop&namespace=x&pod=a",
        "?namespace=shop&pod=a&pod=b",
        "?namespace=shop&pod=A"
      })
  void one_pod_of_one_namespace_must_be_named(String query) throws Exception {
    assertThat(pages.get("/pod" + query).statusCode()).isEqualTo(400);
  }

  private static ProfileJob finished(String name, int minutesAgo, String... pods) {
    var job = ListedJobs.running("shop", name, pods);
    var start = Jobs.START.minus(Duration.ofMinutes(minutesAgo));
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .startTime(start.toString())
        .completionTime(start.plusSeconds(60).toString())
        .build());
    return job;
  }

  private static String between(Instant from, Instant to) {
    return "&from=%d&to=%d".formatted(from.toEpochMilli(), to.toEpochMilli());
  }
}
