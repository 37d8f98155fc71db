package dev.hotspotter.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.web.jobs.Artifacts.Deleted;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links to what was deleted say so, and when. */
class DeletedIT {

  private static final String FOLDER = "shop/checkout-1f0c3a5e/";
  private static final String SENTENCE =
      "the recordings and graphs of this job were deleted at 2026-11-29T10:00:00Z: recordings are kept for 7 days";

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  @BeforeEach
  void delete() {
    pages.artifacts.deleted.put(
        FOLDER, new Deleted("2026-11-29T10:00:00Z", "recordings are kept for 7 days"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/jobs/shop/checkout-1f0c3a5e/",
        "/jobs/shop/checkout-1f0c3a5e/merged/report.json",
        "/jobs/shop/checkout-1f0c3a5e/merged/cpu.html",
        "/jobs/shop/checkout-1f0c3a5e/notifier-1/app/recording.jfr",
        "/compare?a=shop/checkout-1f0c3a5e&b=shop/checkout-1f0c3a5e",
        "/compare?b=shop/checkout-1f0c3a5e/notifier-1/app&before=7d",
      })
  void a_page_a_file_and_a_comparison_are_gone(String path) throws Exception {
    var answer = pages.get(path);

    assertThat(answer.statusCode()).isEqualTo(410);
    assertThat(answer.body()).isEqualTo(SENTENCE);
    assertThat(pages.send(pages.request(path).HEAD()).statusCode()).isEqualTo(410);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/jobs/shop/checkout-ffffffff/",
        "/jobs/shop/other-1f0c3a5e/merged/cpu.html",
        "/compare?a=shop/x-1f0c3a5e&b=shop/y-1f0c3a5e"
      })
  void what_nobody_remembers_is_not_found(String path) throws Exception {
    assertThat(pages.get(path).statusCode()).isEqualTo(404);
  }

  @Test
  void the_page_of_a_job_that_exists_says_that_its_recordings_do_not() throws Exception {
    var job = ListedJobs.running("shop", "checkout", "notifier-1");
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime("2026-11-21T10:01:02Z")
        .build());
    pages.jobs.add(job);

    var page = pages.get("/jobs/" + FOLDER);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains(SENTENCE, "notifier-1");
  }
}
