package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OtherSidecarsTest {

  private static final Duration WINDOW = Duration.ofSeconds(60);
  private static final String REPORT = """
      {"version":1,"outcome":"Failed","reason":"AttachFailed","message":"it hangs"}""";

  @Test
  void a_sidecar_that_runs_holds_the_container_however_long() {
    assertThat(holder(PodFixtures.running(Jobs.START), Duration.ofHours(1))).contains("shop/other");
  }

  @Test
  void one_that_has_ended_does_not() {
    assertThat(holder(PodFixtures.terminated(0, "Completed", ""), Duration.ZERO))
        .isEmpty();
  }

  @Test
  void
      one_that_has_ended_with_its_report_does_not_hold_it_and_one_that_was_killed_does_until_the_profiler_stops() {
    assertThat(holder(terminated(REPORT), Duration.ofSeconds(70))).isEmpty();
    assertThat(holder(terminated(""), Duration.ofSeconds(144)))
        .as("it may have started at the end of its minute")
        .contains("shop/other");
    assertThat(holder(terminated(""), Duration.ofSeconds(146))).isEmpty();
  }

  @Test
  void a_container_that_was_started_anew_has_no_profiler() {
    var pod = PodFixtures.occupied(
            PodFixtures.running("a"), terminated(""), Jobs.START.plus(WINDOW))
        .editStatus()
        .editFirstContainerStatus()
        .withNewState()
        .withNewRunning(Jobs.START.plusSeconds(12).toString())
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();

    assertThat(OtherSidecars.holder(Jobs.job(), pod, "app", Jobs.START.plusSeconds(13)))
        .isEmpty();
  }

  @Test
  void what_others_write_into_a_pod_disturbs_no_job() {
    var pod = PodFixtures.running("a")
        .editSpec()
        .addNewEphemeralContainer()
        .withName("hotspotter-strange")
        .withTargetContainerName("app")
        .addNewEnv()
        .withName("HOTSPOTTER_START_BEFORE")
        .withValue("soon")
        .endEnv()
        .addNewEnv()
        .withName("HOTSPOTTER_JOB")
        .withNewValueFrom()
        .endValueFrom()
        .endEnv()
        .endEphemeralContainer()
        .endSpec();

    assertThat(OtherSidecars.holder(Jobs.job(), pod.build(), "app", Jobs.START)).isEmpty();
    assertThat(OtherSidecars.holder(Jobs.job(), running(pod), "app", Jobs.START))
        .contains("hotspotter-strange");
  }

  private static Pod running(PodBuilder pod) {
    return pod.editStatus()
        .addNewEphemeralContainerStatus()
        .withName("hotspotter-strange")
        .withState(PodFixtures.running(Jobs.START))
        .endEphemeralContainerStatus()
        .endStatus()
        .build();
  }

  /** The end of a sidecar after ten seconds of a minute. */
  private static ContainerState terminated(String message) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(137)
        .withMessage(message)
        .withStartedAt(Jobs.START.toString())
        .withFinishedAt(Jobs.START.plusSeconds(10).toString())
        .endTerminated()
        .build();
  }

  @Test
  void one_that_has_not_started_holds_it_as_long_as_it_may_start() {
    var waiting = PodFixtures.waiting("ImagePullBackOff", "");

    assertThat(holder(waiting, Duration.ofSeconds(59))).contains("shop/other");
    assertThat(holder(waiting, Duration.ofSeconds(61))).isEmpty();
  }

  @Test
  void the_jobs_own_sidecar_and_other_peoples_containers_are_no_obstacle() {
    var pod = PodFixtures.running("a")
        .editSpec()
        .addNewEphemeralContainer()
        .withName(Jobs.SIDECAR)
        .withTargetContainerName("app")
        .endEphemeralContainer()
        .addNewEphemeralContainer()
        .withName("debugger-x1")
        .withTargetContainerName("app")
        .endEphemeralContainer()
        .endSpec();

    assertThat(OtherSidecars.holder(Jobs.job(), pod.build(), "app", Jobs.START)).isEmpty();
  }

  @Test
  void another_container_of_the_pod_is_free() {
    var pod = PodFixtures.occupied(
            PodFixtures.running("a"), PodFixtures.running(Jobs.START), Jobs.START)
        .build();

    assertThat(OtherSidecars.holder(Jobs.job(), pod, "web", Jobs.START)).isEmpty();
  }

  private static Optional<String> holder(ContainerState state, Duration after) {
    var pod = PodFixtures.occupied(PodFixtures.running("a"), state, Jobs.START.plus(WINDOW))
        .build();
    return OtherSidecars.holder(Jobs.job(), pod, "app", Jobs.START.plus(after));
  }
}
