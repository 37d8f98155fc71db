package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DroppedTargetsTest {

  private static final RecordingStatus WEB = in("web", Targets.injected("a", Jobs.START));
  private static final RecordingStatus NO_JVM =
      in("proxy", Targets.failed("a", "NoJvmFound", "there is none"));

  @Test
  void one_without_a_jvm_is_forgotten_while_another_may_run_one() {
    assertThat(DroppedTargets.without(Jobs.job(), List.of(NO_JVM, WEB))).containsExactly(WEB);
  }

  @Test
  void one_with_another_kind_of_vm_is_forgotten_as_well() {
    var nativeImage = in("proxy", Targets.failed("a", "NotHotSpot", "a native image"));

    assertThat(DroppedTargets.without(Jobs.job(), List.of(nativeImage, WEB))).containsExactly(WEB);
  }

  @Test
  void one_that_was_named_is_not_forgotten() {
    assertThat(DroppedTargets.without(naming("web", "proxy"), List.of(NO_JVM, WEB)))
        .containsExactly(NO_JVM, WEB);
  }

  @Test
  void all_are_looked_at_when_all_were_asked_for() {
    assertThat(DroppedTargets.without(naming("*"), List.of(NO_JVM, WEB))).containsExactly(WEB);
  }

  @Test
  void a_pod_of_which_no_container_runs_one_fails() {
    var other = in("web", Targets.failed("a", "NoJvmFound", "there is none"));

    assertThat(DroppedTargets.without(Jobs.job(), List.of(NO_JVM, other)))
        .containsExactly(NO_JVM, other);
  }

  @Test
  void another_failure_is_told() {
    var other = in("proxy", Targets.failed("a", "AttachDisabled", "-Xrs"));

    assertThat(DroppedTargets.without(Jobs.job(), List.of(other, WEB))).containsExactly(other, WEB);
  }

  @Test
  void another_pods_jvm_does_not_count() {
    assertThat(
            DroppedTargets.without(Jobs.job(), List.of(NO_JVM, Targets.injected("b", Jobs.START))))
        .contains(NO_JVM);
  }

  private static RecordingStatus in(String container, RecordingStatus target) {
    return RecordingStatusBuilder.builder(target).container(container).build();
  }

  private static ProfileJob naming(String... containers) {
    return Jobs.job(
        TargetBuilder.builder(Jobs.target(null)).containers(List.of(containers)).build());
  }
}
