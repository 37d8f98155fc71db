package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.publish.AbridgedJob;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;

class RememberedJobsTest {

  private final RememberedJobs jobs = new RememberedJobs();

  /** A job as the API server sends it: no two share an object. */
  private static ProfileJob finished() {
    var job = Jobs.job();
    job.setStatus(ProfileJobStatusBuilder.builder()
        .phase(JobPhase.SUCCEEDED)
        .startTime(Jobs.START.toString())
        .completionTime(Jobs.START.plusSeconds(70).toString())
        .conditions(List.of())
        .targets(new TargetCounts(1, 1, 1, 0, 1, 0))
        .recordings(List.of(Targets.succeeded("a")))
        .build());
    return new KubernetesSerialization().clone(job);
  }

  @Test
  void finished_jobs_are_abridged_and_share_a_spec_that_they_have_alike() {
    jobs.put("shop/first", finished());
    jobs.put("shop/second", finished());

    assertThat(AbridgedJob.isAbridged(jobs.get("shop/first").getStatus())).isTrue();
    assertThat(jobs.get("shop/second").getSpec())
        .isSameAs(jobs.get("shop/first").getSpec())
        .isEqualTo(finished().getSpec());
  }

  @Test
  void one_that_runs_is_remembered_as_it_is() {
    var running = Jobs.running(Jobs.job());

    jobs.put("shop/running", running);

    assertThat(jobs.get("shop/running")).isSameAs(running);
  }
}
