package dev.hotspotter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.TargetCounts;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbridgedJobTest {

  private static ProfileJob finished(List<RecordingStatus> recordings) {
    var job = Jobs.job();
    job.setStatus(ProfileJobStatusBuilder.builder()
        .phase(JobPhase.SUCCEEDED)
        .startTime(Jobs.START.toString())
        .completionTime(Jobs.START.plusSeconds(70).toString())
        .conditions(List.of())
        .targets(new TargetCounts(2, 2, 2, 0, 1, 1))
        .hottest(Hottest.of("Message.uniqueId", 31.4))
        .selector("app=notifier")
        .recordings(recordings)
        .build());
    return job;
  }

  @Test
  void keeps_what_lists_and_metrics_show() {
    var job = finished(List.of(
        Targets.succeeded("a"), Targets.failed("b", "NoJvmFound", "no JVM runs in container app")));

    var part = AbridgedJob.of(job);

    assertThat(part.getMetadata().getUid()).isEqualTo(job.getMetadata().getUid());
    assertThat(part.getSpec()).isEqualTo(job.getSpec());
    assertThat(part.getStatus().hottest()).hasToString("Message.uniqueId 31.4 %");
    assertThat(part.getStatus().recordings())
        .extracting(RecordingStatus::pod)
        .containsExactly("a", "b");
    assertThat(part.getStatus().recordings())
        .extracting(RecordingStatus::phase)
        .containsExactly(RecordingPhase.SUCCEEDED, RecordingPhase.FAILED);
  }

  @Test
  void an_abridged_job_is_not_abridged_again() {
    var part = AbridgedJob.of(finished(List.of(Targets.succeeded("a"))));

    assertThat(AbridgedJob.of(part).getStatus().recordings())
        .isSameAs(part.getStatus().recordings());
  }

  @Test
  void a_copy_is_as_sound_as_the_job_and_known_to_be_a_part() {
    var job = finished(List.of(
        Targets.succeeded("a"), Targets.failed("b", "NoJvmFound", "no JVM runs in container app")));
    job.getMetadata().setResourceVersion("7");

    var copy = new KubernetesSerialization().clone(AbridgedJob.of(job));

    assertThat(copy.getUnreadable()).isNull();
    assertThat(copy.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(AbridgedJob.isAbridged(copy.getStatus())).isTrue();
    assertThat(AbridgedJob.isAbridged(job.getStatus())).isFalse();
  }

  @Test
  void a_status_without_targets_stays_without() {
    assertThat(AbridgedJob.of(finished(null)).getStatus().recordings()).isNull();
    assertThat(AbridgedJob.of(finished(List.of())).getStatus().recordings()).isEmpty();
  }

  @Test
  void only_a_finished_job_is_known_well_enough_from_a_part() {
    assertThat(AbridgedJob.canAbridge(Jobs.job())).isFalse();
    assertThat(AbridgedJob.canAbridge(Jobs.running(Jobs.job()))).isFalse();
    assertThat(AbridgedJob.canAbridge(finished(List.of()))).isTrue();
  }

  @Test
  void names_come_out_as_they_went_in() {
    assertThat(PackedNames.of(List.of("checkout-1", "", "ö", "checkout-2")))
        .containsExactly("checkout-1", "", "ö", "checkout-2");
    assertThat(PackedNames.of(List.of())).isEmpty();
  }
}
