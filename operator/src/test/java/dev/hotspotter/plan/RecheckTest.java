package dev.hotspotter.plan;

import static dev.hotspotter.testing.PodFixtures.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecheckTest {

  @ParameterizedTest(name = "{0} after the injection of a recording of 60 s: look again after {1}")
  @CsvSource({
    "PT0S, PT5S",
    "PT54S, PT5S",
    "PT57.5S, PT2.5S",
    "PT59.95S, PT0.1S",
    "PT60S, PT0.1S",
    "PT63S, PT0.1S",
    "PT63.001S, PT1S",
    "PT100S, PT1S",
  })
  void an_upload_is_looked_for_when_it_is_due(Duration sinceInjection, Duration next) {
    var scene = Scene.of(Targets.injected("a", Jobs.START))
        .pod(PodFixtures.injected("a", running(Jobs.START)));

    assertThat(scene.after(sinceInjection).plan().recheckAfter()).isEqualTo(next);
  }

  @Test
  void the_target_that_is_due_first_decides() {
    var scene = Scene.of(
            Targets.injected("a", Jobs.START), Targets.injected("b", Jobs.START.minusSeconds(58)))
        .pod(PodFixtures.injected("a", running(Jobs.START)))
        .pod(PodFixtures.injected("b", running(Jobs.START.minusSeconds(58))));

    assertThat(scene.plan().recheckAfter()).isEqualTo(Duration.ofMillis(2250));
  }

  @Test
  void a_target_that_waits_or_is_collected_is_looked_at_every_second() {
    var second = Duration.ofSeconds(1);

    assertThat(Scene.of(Targets.pending("a")).pod(running("a").build()).plan().recheckAfter())
        .isEqualTo(second);
    assertThat(
            Scene.of(Targets.collecting("a", Jobs.START)).uploaded("a").plan().recheckAfter())
        .isEqualTo(second);
  }

  @ParameterizedTest(name = "{0} after the start, with its deadline after 480 s: {1}")
  @CsvSource({"PT0S, PT5M", "PT400S, PT1M20S", "PT480S, PT0.1S", "PT481S, PT1S"})
  void a_target_that_waits_for_its_suspended_job_is_looked_at_seldom(
      Duration sinceStart, Duration next) {
    var scene = Scene.of(Jobs.suspended(), Targets.pending("a"), Targets.succeeded("b"))
        .pod(running("a").build())
        .after(sinceStart);

    assertThat(
            Recheck.after(scene.snapshot(), List.of(Targets.pending("a"), Targets.succeeded("b"))))
        .isEqualTo(next);
  }

  @Test
  void targets_that_are_done_do_not_hurry_the_others() {
    var scene = Scene.of(Targets.succeeded("a"), Targets.injected("b", Jobs.START))
        .pod(PodFixtures.injected("b", running(Jobs.START)));

    assertThat(scene.plan().recheckAfter()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void a_job_that_only_waits_for_its_merge_is_looked_at_every_second() {
    assertThat(Scene.of(Targets.succeeded("a")).plan().recheckAfter())
        .isEqualTo(Duration.ofSeconds(1));
  }
}
