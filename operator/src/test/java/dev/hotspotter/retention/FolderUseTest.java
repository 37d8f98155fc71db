package dev.hotspotter.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FolderUseTest {

  @Test
  void whatever_is_not_finished_is_in_use() {
    var pending = Jobs.job();
    pending.getMetadata().setName("pending");
    var use = use(pending, running("running"), finished("finished"));

    assertThat(List.of("pending-1f0c3a5e", "running-1f0c3a5e"))
        .allMatch(use.inUse())
        .allMatch(use.exists());
    assertThat(use.inUse()).rejects("finished-1f0c3a5e", "deleted-1f0c3a5e", "running-ffffffff");
    assertThat(use.exists()).accepts("finished-1f0c3a5e").rejects("deleted-1f0c3a5e");
  }

  @Test
  void a_job_that_was_made_without_a_spec_or_status_harms_no_other() {
    var broken = Jobs.job();
    broken.getMetadata().setName("broken");
    broken.setSpec(null);
    broken.setStatus(ProfileJobStatusBuilder.builder().build());

    assertThat(use(broken, running("running")).inUse())
        .accepts("broken-1f0c3a5e", "running-1f0c3a5e");
  }

  @Test
  void what_waits_for_pyroscope_is_in_use() {
    var job = finished("waits");
    var waiting =
        new Condition("Pushed", "False", Reasons.PUSH_PENDING, "1 of 1", Jobs.START.toString(), 1L);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .conditions(List.of(waiting))
        .build());

    assertThat(use(job).inUse()).accepts("waits-1f0c3a5e");
  }

  @Test
  void the_baseline_of_a_running_job_is_in_use_whether_its_job_exists_or_not() {
    assertThat(use(comparing("before"), finished("before")).inUse())
        .accepts("before-1f0c3a5e")
        .rejects("other-1f0c3a5e");
    assertThat(use(comparing("before")).inUse())
        .accepts("before-00000000", "before-1f0c3a5e")
        .rejects("before-x-1f0c3a5e", "other-1f0c3a5e");
    assertThat(use(comparing(null), finished("before")).inUse()).accepts("before-1f0c3a5e");
  }

  @Test
  void another_namespaces_jobs_do_not_count() {
    var elsewhere = running("running");
    elsewhere.getMetadata().setNamespace("other");

    assertThat(use(elsewhere).exists()).rejects("running-1f0c3a5e");
  }

  private static FolderUse use(ProfileJob... jobs) {
    return FolderUse.of("shop", List.of(jobs), Set.of());
  }

  private static ProfileJob running(String name) {
    var job = Jobs.job();
    job.getMetadata().setName(name);
    return Jobs.running(job, Targets.pending("a"));
  }

  private static ProfileJob comparing(String baseline) {
    var job = running("comparing");
    job.getMetadata().setUid(UUID.randomUUID().toString());
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec())
        .baseline(new BaselineSpec(baseline, baseline == null ? new BaselineSpec.Previous() : null))
        .build());
    return job;
  }

  private static ProfileJob finished(String name) {
    var job = running(name);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.SUCCEEDED)
        .completionTime(Jobs.START.toString())
        .build());
    return job;
  }
}
