package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Action;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A container that another job records. */
class BusyTargetTest {

  @Test
  void it_waits_and_says_for_whom() {
    var plan = Scene.of(Targets.pending("a")).pod(occupied("a")).plan();

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.recordings()).singleElement().satisfies(target -> {
      assertThat(target.phase()).isEqualTo(RecordingPhase.PENDING);
      assertThat(target.reason()).isEqualTo("TargetBusy");
      assertThat(target.message()).isEqualTo("ProfileJob shop/other records this container");
    });
  }

  @Test
  void it_takes_no_other_targets_place() {
    var plan = Scene.of(Jobs.job(1, null), Targets.pending("a"), Targets.pending("b"))
        .pod(occupied("a"))
        .pod(PodFixtures.running("b").build())
        .plan();

    assertThat(plan.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Inject.class, inject -> assertThat(inject.target().pod()).isEqualTo("b"));
  }

  @Test
  void it_is_recorded_when_the_other_is_done() {
    var waiting = Scene.of(Targets.pending("a")).pod(occupied("a")).next();
    var free = PodFixtures.occupied(
            PodFixtures.running("a"), PodFixtures.terminated(0, "Completed", ""), Jobs.START)
        .build();

    var plan = Scene.of(waiting).pod(free).plan();

    assertThat(plan.actions()).containsExactly(new Action.Inject(Targets.pending("a"), free));
  }

  @Test
  void at_the_deadline_it_fails_with_the_name_of_the_job_that_held_it() {
    var late = Scene.of(Jobs.job(10, 30L), Targets.pending("a"))
        .pod(occupied("a"))
        .after(Duration.ofSeconds(31))
        .plan();

    assertThat(late.recordings()).extracting(RecordingStatus::reason).containsExactly("TargetBusy");
    assertThat(late.recordings().getFirst().message())
        .isEqualTo(
            "ProfileJob shop/other records this container until after this job's deadline; raise"
                + " activeDeadlineSeconds, or create a new ProfileJob");
  }

  private static Pod occupied(String name) {
    return PodFixtures.occupied(
            PodFixtures.running(name), PodFixtures.running(Jobs.START), Jobs.START.plusSeconds(60))
        .build();
  }
}
