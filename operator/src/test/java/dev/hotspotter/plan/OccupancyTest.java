package dev.hotspotter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.ContainerState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OccupancyTest {

  private static final Duration WINDOW = Duration.ofSeconds(60);

  @Test
  void a_sidecar_that_runs_holds_the_container_however_long() {
    assertThat(holder(PodFixtures.running(Jobs.START), Duration.ofHours(1))).contains("shop/other");
  }

  @Test
  void one_that_has_ended_does_not() {
    assertThat(holder(PodFixtures.terminated(0, "Completed", ""), Duration.ZERO)).isEmpty();
  }

  @Test
  void one_that_has_not_started_holds_it_as_long_as_it_may_start() {
    var waiting = PodFixtures.waiting("ImagePullBackOff", "");

    assertThat(holder(waiting, Duration.ofSeconds(59))).contains("shop/other");
    assertThat(holder(waiting, Duration.ofSeconds(61))).isEmpty();
  }

  @Test
  void the_jobs_own_sidecar_and_other_peoples_containers_are_no_obstacle() {
    var pod =
        PodFixtures.running("a")
            .editSpec()
            .addNewEphemeralContainer().withName(Jobs.SIDECAR).withTargetContainerName("app").endEphemeralContainer()
            .addNewEphemeralContainer().withName("debugger-x1").withTargetContainerName("app").endEphemeralContainer()
            .endSpec();

    assertThat(Occupancy.holder(Jobs.job(), pod.build(), "app", Jobs.START)).isEmpty();
  }

  @Test
  void another_container_of_the_pod_is_free() {
    var pod = PodFixtures.occupied(PodFixtures.running("a"), PodFixtures.running(Jobs.START), Jobs.START).build();

    assertThat(Occupancy.holder(Jobs.job(), pod, "web", Jobs.START)).isEmpty();
  }

  private static Optional<String> holder(ContainerState state, Duration after) {
    var pod = PodFixtures.occupied(PodFixtures.running("a"), state, Jobs.START.plus(WINDOW)).build();
    return Occupancy.holder(Jobs.job(), pod, "app", Jobs.START.plus(after));
  }
}
