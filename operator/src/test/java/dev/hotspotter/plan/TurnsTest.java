package dev.hotspotter.plan;

import static dev.hotspotter.testing.PodFixtures.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.TargetEntry;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void a_full_node_is_passed_over_for_another() {
    var plan = Scene.of(pending("a", "full"), pending("b", "free"), pending("c", "full"))
        .pod(running("a").build())
        .pod(running("b").build())
        .pod(running("c").build())
        .places("full", 1)
        .places("free", 1)
        .plan();

    assertThat(started(plan)).containsExactly("a", "b");
    assertThat(plan.recordings().getLast().reason()).isEqualTo("NodeBusy");
  }

  @Test
  void recordings_under_way_hold_their_places_and_a_target_without_a_node_needs_none() {
    var recording = RecordingStatusBuilder.builder(Targets.injected("a", Jobs.START))
        .node("full")
        .build();
    var plan = Scene.of(recording, pending("b", "full"), pending("c", null))
        .pod(PodFixtures.injected("a"))
        .pod(running("b").build())
        .pod(running("c").build())
        .places("full", 1)
        .plan();

    assertThat(started(plan)).containsExactly("c");
  }

  @Test
  void a_cause_that_is_gone_is_no_longer_told() {
    var held = TargetEntry.waiting(
        Targets.pending("b"), RecordingPhase.PENDING, new WaitCause("NodeBusy", "full"));
    var plan = Scene.of(Jobs.job(1, null), Targets.pending("a"), held)
        .pod(running("a").build())
        .pod(running("b").build())
        .plan();

    assertThat(plan.recordings())
        .extracting(RecordingStatus::pod, RecordingStatus::reason)
        .containsExactly(tuple("a", null), tuple("b", null));
  }

  @Test
  void a_target_that_could_not_start_lets_others_go_first_and_keeps_its_reason() {
    var refused = TargetEntry.waiting(
        Targets.pending("a"), RecordingPhase.PENDING, new WaitCause("InjectionRefused", "webhook"));
    var plan = Scene.of(Jobs.job(1, null), refused, Targets.pending("b"))
        .pod(running("a").build())
        .pod(running("b").build())
        .plan();

    assertThat(started(plan)).containsExactly("b");
    assertThat(plan.recordings().getFirst().reason()).isEqualTo("InjectionRefused");
  }

  @Test
  void a_target_whose_image_another_job_has_harmed_meanwhile_is_not_started() {
    var plan = Scene.of(Targets.pending("a"))
        .pod(image("a", "notifier@sha256:1"))
        .harmed("sha256:1", "other")
        .plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.recordings().getFirst().reason()).isEqualTo("ImageHarmed");
    assertThat(started(Scene.of(Targets.pending("a"))
            .pod(image("a", "notifier@sha256:2"))
            .harmed("sha256:1", "other")
            .plan()))
        .containsExactly("a");
  }

  @Test
  void a_target_that_waited_for_its_node_or_for_the_first_until_the_deadline_says_what_to_change() {
    assertThat(late("NodeBusy").message())
        .isEqualTo(
            "node worker-1 had as many recordings as it may have at once until the job's deadline;"
                + " raise activeDeadlineSeconds");
    assertThat(late("FirstWaveRecords").message())
        .isEqualTo(
            "no target of this image had recorded by the job's deadline; raise activeDeadlineSeconds,"
                + " or set firstWave: All");
  }

  private static RecordingStatus late(String reason) {
    var held = TargetEntry.waiting(
        Targets.pending("a"), RecordingPhase.PENDING, new WaitCause(reason, "it waits"));
    return Scene.of(Jobs.job(10, 30L), held)
        .pod(running("a").build())
        .after(Duration.ofSeconds(31))
        .next();
  }

  private static Pod image(String pod, String imageID) {
    return running(pod)
        .editStatus()
        .editFirstContainerStatus()
        .withImageID(imageID)
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static RecordingStatus pending(String pod, String node) {
    return RecordingStatusBuilder.builder(Targets.pending(pod)).node(node).build();
  }

  private static Iterable<String> started(Plan plan) {
    return plan.actions().stream()
        .filter(Action.Inject.class::isInstance)
        .map(action -> ((Action.Inject) action).target().pod())
        .toList();
  }
}
