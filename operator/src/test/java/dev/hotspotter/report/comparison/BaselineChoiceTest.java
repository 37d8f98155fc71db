package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.spec.BaselineSpec;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.Target;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The job starts at Jobs.START; its target is the container app of pods with the label app:
 * notifier.
 */
class BaselineChoiceTest {

  private static final Target TARGET = Jobs.target("app");

  @Test
  void a_named_job_is_that_of_the_namespace_if_it_has_succeeded() {
    var before = finished("before", JobPhase.SUCCEEDED, -60, Jobs.target("other"));
    var elsewhere = finished("before", JobPhase.SUCCEEDED, -30, TARGET);
    elsewhere.getMetadata().setNamespace("billing");

    assertThat(named("before", elsewhere, before)).isEqualTo(new BaselineChoice.Existing(before));
    assertThat(reason(named("before", finished("before", JobPhase.FAILED, -60, TARGET))))
        .isEqualTo("BaselineNotFound");
  }

  @Test
  void a_named_job_that_is_deleted_may_have_left_its_report() {
    assertThat(named("before")).isInstanceOfSatisfying(BaselineChoice.Deleted.class, deleted -> {
      assertThat(deleted.prefix()).isEqualTo("shop/before-");
      assertThat("shop/before-0c8e3f2a/merged/report.json").matches(deleted.report());
      assertThat("shop/before-fix-0c8e3f2a/merged/report.json").doesNotMatch(deleted.report());
      assertThat("shop/before-0c8e3f2a/pod/merged/report.json").doesNotMatch(deleted.report());
      assertThat(deleted.unread().verdict().reason()).isEqualTo("BaselineNotFound");
    });
  }

  @Test
  void the_job_itself_is_no_baseline_but_an_earlier_one_of_its_name_may_be() {
    assertThat(named("checkout-cpu", job(new BaselineSpec("checkout-cpu", null))))
        .isInstanceOf(BaselineChoice.Deleted.class);
  }

  @Test
  void previous_is_the_last_success_with_the_same_target_before_the_start() {
    var best = finished("b", JobPhase.SUCCEEDED, -60, TARGET);

    assertThat(previous(
            finished("a", JobPhase.SUCCEEDED, -600, TARGET),
            best,
            finished("c", JobPhase.FAILED, -30, TARGET),
            finished("d", JobPhase.SUCCEEDED, 10, TARGET),
            finished("e", JobPhase.SUCCEEDED, -20, Jobs.target("other"))))
        .isEqualTo(new BaselineChoice.Existing(best));
  }

  @Test
  void how_many_pods_and_how_old_is_no_matter() {
    var before = finished(
        "a",
        JobPhase.SUCCEEDED,
        0,
        TargetBuilder.builder(TARGET).sample(Jobs.sample(3)).minAge("2m").build());

    assertThat(previous(before)).isEqualTo(new BaselineChoice.Existing(before));
  }

  @Test
  void the_first_job_has_no_previous_one() {
    assertThat(reason(previous())).isEqualTo("BaselineNotFound");
  }

  private static String reason(BaselineChoice choice) {
    return choice.unread().verdict().reason();
  }

  private static BaselineChoice named(String name, ProfileJob... all) {
    return BaselineChoice.of(job(new BaselineSpec(name, null)), List.of(all));
  }

  private static BaselineChoice previous(ProfileJob... all) {
    return BaselineChoice.of(
        job(new BaselineSpec(null, new BaselineSpec.Previous())), List.of(all));
  }

  private static ProfileJob job(BaselineSpec baseline) {
    var job = Jobs.running(Jobs.job(TARGET));
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).baseline(baseline).build());
    return job;
  }

  private static ProfileJob finished(
      String name, JobPhase phase, int secondsAfterStart, Target target) {
    var job = Jobs.running(Jobs.job(target));
    job.setMetadata(new ObjectMetaBuilder(job.getMetadata())
        .withName(name)
        .withUid("uid-of-" + name)
        .build());
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(phase)
        .completionTime(Jobs.START.plus(Duration.ofSeconds(secondsAfterStart)).toString())
        .build());
    return job;
  }
}
