package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamespaceCapacityTest {

  private final List<ProfileJob> jobs = new ArrayList<>();
  private final NamespaceCapacity capacity = new NamespaceCapacity(
      () -> jobs, new InstallationLimits(false, RootSidecars.POD, Duration.ofHours(1), 4, 10, 2));

  @Test
  void so_many_jobs_of_a_namespace_begin_and_the_others_wait_the_oldest_first() {
    var first = created("a", "shop", 1);
    var second = created("b", "shop", 2);
    var third = created("c", "shop", 3);
    var elsewhere = created("d", "billing", 4);

    assertThat(capacity.reasonToWait(third)).hasValueSatisfying(why -> {
      assertThat(why.reason()).isEqualTo(Reasons.TOO_MANY_ACTIVE_JOBS);
      assertThat(why.message()).contains("2 ProfileJobs of a namespace can run at a time");
    });
    assertThat(capacity.reasonToWait(first)).isEmpty();
    assertThat(capacity.reasonToWait(second)).isEmpty();
    assertThat(capacity.reasonToWait(first)).as("one that has begun").isEmpty();
    assertThat(capacity.reasonToWait(third)).isPresent();
    assertThat(capacity.reasonToWait(elsewhere)).isEmpty();

    jobs.remove(first);
    capacity.forget("a");
    assertThat(capacity.reasonToWait(third)).isEmpty();
  }

  @Test
  void a_job_that_has_its_place_keeps_it_whoever_is_seen_later() {
    var second = created("b", "shop", 2);
    var third = created("c", "shop", 3);
    assertThat(capacity.reasonToWait(second)).isEmpty();
    assertThat(capacity.reasonToWait(third)).isEmpty();

    assertThat(capacity.reasonToWait(created("a", "shop", 1)))
        .as("older, and seen later")
        .isPresent();

    assertThat(capacity.reasonToWait(second)).isEmpty();
    assertThat(capacity.reasonToWait(third)).isEmpty();
  }

  @Test
  void a_suspended_job_that_has_not_begun_keeps_no_other_waiting() {
    for (var uid : List.of("a", "b")) {
      var suspended = created(uid, "shop", 1);
      suspended.setSpec(
          ProfileJobSpecBuilder.builder(suspended.getSpec()).suspend(true).build());
    }

    assertThat(capacity.reasonToWait(created("c", "shop", 2))).isEmpty();
  }

  @Test
  void a_suspended_job_takes_no_room_for_targets_that_wait() {
    var suspended = created("a", "shop", 1);
    begun(suspended, RecordingPhase.RECORDING, RecordingPhase.PENDING, RecordingPhase.PENDING);
    suspended.setSpec(
        ProfileJobSpecBuilder.builder(suspended.getSpec()).suspend(true).build());

    assertThat(capacity.grant(suspended)).isEqualTo(1);
  }

  @Test
  void a_job_that_has_begun_under_another_operator_counts() {
    begun(created("a", "shop", 2), RecordingPhase.RECORDING);
    begun(created("b", "shop", 3), RecordingPhase.RECORDING);

    assertThat(capacity.reasonToWait(created("c", "shop", 1)))
        .as("older than both")
        .isPresent();
  }

  @Test
  void targets_in_flight_are_counted_over_all_jobs_of_a_namespace() {
    var one = created("a", "shop", 1);
    var two = created("b", "shop", 2);
    assertThat(capacity.grant(one)).as("parallelism is 3").isEqualTo(3);
    assertThat(capacity.grant(two))
        .as("what is granted counts before the cache knows")
        .isEqualTo(1);
    assertThat(capacity.grant(created("c", "billing", 3))).isEqualTo(3);

    capacity.releaseUnused(one, 3, targets(RecordingPhase.INJECTED, RecordingPhase.SUCCEEDED));
    assertThat(capacity.grant(two)).isEqualTo(3);

    begun(
        one,
        RecordingPhase.RECORDING,
        RecordingPhase.RECORDING,
        RecordingPhase.RECORDING,
        RecordingPhase.RECORDING);
    assertThat(capacity.grant(two)).as("more than are allowed since").isZero();
  }

  @Test
  void a_target_says_what_it_waits_for() {
    var one = created("a", "shop", 1);
    var two = created("b", "shop", 2);
    capacity.grant(one);

    var waiting = capacity.releaseUnused(
        two, capacity.grant(two), targets(RecordingPhase.INJECTED, RecordingPhase.PENDING));

    assertThat(waiting.get(1).reason()).isEqualTo(Reasons.NAMESPACE_BUSY);
    assertThat(waiting.get(1).phase()).isEqualTo(RecordingPhase.PENDING);
    assertThat(waiting.get(0).reason()).isNull();
    assertThat(capacity.releaseUnused(
            one, 3, targets(RecordingPhase.INJECTED, RecordingPhase.PENDING)))
        .as("its own parallelism")
        .allMatch(t -> t.reason() == null);
  }

  private ProfileJob created(String uid, String namespace, int second) {
    var job = Jobs.job();
    job.getMetadata().setUid(uid);
    job.getMetadata().setNamespace(namespace);
    job.getMetadata().setCreationTimestamp(Jobs.START.plusSeconds(second).toString());
    job.setSpec(ProfileJobSpecBuilder.builder(job.getSpec()).parallelism(3).build());
    jobs.add(job);
    return job;
  }

  private static ProfileJob begun(ProfileJob job, RecordingPhase... phases) {
    return Jobs.running(job, targets(phases).toArray(RecordingStatus[]::new));
  }

  private static List<RecordingStatus> targets(RecordingPhase... phases) {
    return IntStream.range(0, phases.length)
        .mapToObj(i -> RecordingStatusBuilder.builder(Targets.pending("pod-" + i))
            .phase(phases[i])
            .build())
        .toList();
  }
}
