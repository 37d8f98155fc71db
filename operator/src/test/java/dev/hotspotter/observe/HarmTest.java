package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.plan.Action;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A target a whose recording ended at 10:01:00.739, and a target b that waits. */
class HarmTest {

  private static final SidecarState NO_SIDECAR = new SidecarState.Absent(Optional.empty());

  private static final RecordingStatus RECORDED = RecordingStatusBuilder.builder(
          Targets.succeeded("a"))
      .endTime("2026-11-21T10:01:00.739Z")
      .build();

  static Stream<Arguments> ends() {
    return Stream.of(
        argumentSet("in the same second", ended("2026-11-21T10:01:00Z", 137), true),
        argumentSet("in the last second", ended("2026-11-21T10:01:59Z", 1), true),
        argumentSet("a minute after", ended("2026-11-21T10:02:00Z", 1), false),
        argumentSet("before", ended("2026-11-21T10:00:59Z", 1), false),
        argumentSet("as it should", ended("2026-11-21T10:01:10Z", 0), false),
        argumentSet(
            "with success, although it should run for ever",
            ended("2026-11-21T10:01:10Z", 0)
                .editSpec()
                .withRestartPolicy("Always")
                .endSpec(),
            true),
        argumentSet(
            "because its node shuts down",
            ended("2026-11-21T10:01:10Z", 143)
                .editStatus()
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .endCondition()
                .endStatus(),
            false),
        argumentSet(
            "because it was evicted",
            ended("2026-11-21T10:01:10Z", 137)
                .editStatus()
                .withReason("Evicted")
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .endCondition()
                .endStatus(),
            true),
        argumentSet(
            "because its pod is deleted",
            ended("2026-11-21T10:01:10Z", 143)
                .editMetadata()
                .withDeletionTimestamp("2026-11-21T10:01:09Z")
                .endMetadata(),
            false),
        argumentSet("not at all", PodFixtures.running("a"), false));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void a_container_that_ends_soon_after_its_recording_is_a_sign(PodBuilder pod, boolean isSign) {
    assertThat(Harm.in(List.of(Harm.marked(RECORDED, NO_SIDECAR, pod.build()))).isPresent())
        .isEqualTo(isSign);
  }

  @Test
  void the_sign_is_added_once_to_what_is_known() {
    var known = RecordingStatusBuilder.builder(RECORDED)
        .reason("NoSamples")
        .message("no samples of lock")
        .build();
    var pod = ended("2026-11-21T10:01:12Z", 137).build();

    var marked = Harm.marked(known, NO_SIDECAR, pod);

    assertThat(marked.phase()).isEqualTo(RecordingPhase.SUCCEEDED);
    assertThat(marked.reason()).isEqualTo("JvmRestarted");
    assertThat(marked.message())
        .isEqualTo("container app ended 12 s after its recording (OOMKilled, exit code 137);"
            + " no samples of lock");
    assertThat(Harm.marked(marked, NO_SIDECAR, pod)).isEqualTo(marked);
  }

  @Test
  void the_kubelet_s_word_on_an_eviction_is_quoted() {
    var pod = ended("2026-11-21T10:01:12Z", 143)
        .editStatus()
        .withReason("Evicted")
        .withMessage("The node was low on resource: ephemeral-storage. ")
        .endStatus()
        .build();

    assertThat(Harm.marked(RECORDED, NO_SIDECAR, pod).message())
        .isEqualTo("container app ended 12 s after its recording (Error, exit code 143,"
            + " evicted: The node was low on resource: ephemeral-storage)");
  }

  @Test
  void a_jvm_that_ends_between_upload_and_report_is_a_sign() {
    var end = new ContainerStateTerminatedBuilder()
        .withExitCode(137)
        .withReason("OOMKilled")
        .build();
    var lost = new SidecarState.Lost(end, Optional.of(end));

    assertThat(
            Harm.marked(Targets.succeeded("a"), lost, PodFixtures.running("a").build())
                .message())
        .isEqualTo(
            "container app ended before its sidecar could report (OOMKilled, exit code 137)");
  }

  @Test
  void harm_comes_before_what_else_a_target_waits_for() {
    var suspended = Scene.of(
            Jobs.suspended(), Targets.failed("a", "JvmExited", "it ended"), Targets.pending("b"))
        .pod(PodFixtures.running("b").build());

    assertThat(suspended.plan().recordings().getLast().reason()).isEqualTo("Harmed");
  }

  @Test
  void a_target_is_watched_once_its_recording_is_reported() {
    assertThat(Harm.isWatched(RECORDED)).isTrue();
    assertThat(Harm.isWatched(Targets.succeeded("a"))).isFalse();
    assertThat(Harm.isWatched(Targets.pending("b"))).isFalse();
  }

  @Test
  void no_target_starts_in_the_pass_that_sees_a_sign() {
    var scene = waiting(RECORDED)
        .pod(ended("2026-11-21T10:01:12Z", 137).build())
        .after(Duration.ofSeconds(90));

    assertThat(scene.plan().actions()).noneMatch(Action.Inject.class::isInstance);
    assertThat(scene.plan().recordings().getFirst().reason()).isEqualTo("JvmRestarted");
  }

  @Test
  void targets_that_wait_fail_in_the_next_pass() {
    var last = waiting(Targets.failed("a", "JvmExited", "the JVM ended"))
        .plan()
        .recordings()
        .getLast();

    assertThat(last.phase()).isEqualTo(RecordingPhase.FAILED);
    assertThat(last.reason()).isEqualTo("Harmed");
    assertThat(last.message())
        .startsWith("the JVM of pod a ended during or soon after its recording");
  }

  @Test
  void another_failure_stops_nobody() {
    var plan = waiting(Targets.failed("a", "NoJvmFound", "there is none")).plan();

    assertThat(plan.actions()).hasOnlyElementsOfType(Action.Inject.class).hasSize(1);
  }

  private static Scene waiting(RecordingStatus a) {
    return Scene.of(a, Targets.pending("b")).pod(PodFixtures.running("b").build());
  }

  /** The pod a, whose container has ended and runs again. */
  private static PodBuilder ended(String at, int exitCode) {
    return PodFixtures.running("a")
        .editStatus()
        .editFirstContainerStatus()
        .withNewLastState()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withReason(exitCode == 137 ? "OOMKilled" : "Error")
        .withFinishedAt(at)
        .endTerminated()
        .endLastState()
        .endContainerStatus()
        .endStatus();
  }
}
