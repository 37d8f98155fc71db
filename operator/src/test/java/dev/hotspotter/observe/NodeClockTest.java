package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.plan.Plan;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.Scene;
import dev.hotspotter.testing.Targets;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a pass plans does not depend on the clock of a target's node. The seeds are the same in each run. */
class NodeClockTest {

  private static final int STORIES = 5_000;
  private static final int MOST_SECONDS = 15 * 60;

  @Test
  void a_pass_comes_to_the_same_whatever_the_nodes_clock_says() {
    var reasons = new HashSet<String>();
    for (var seed = 1; seed <= STORIES; seed++) {
      var random = new Random(seed);
      var story = Story.of(random);
      var right = story.plan(Duration.ZERO);
      reasons.add(right.recordings().getFirst().reason());

      for (var ahead :
          List.of(-MOST_SECONDS, random.nextInt(-MOST_SECONDS, MOST_SECONDS), MOST_SECONDS)) {
        var plan = story.plan(Duration.ofSeconds(ahead));

        assertThat(decided(plan))
            .as("seed %d, %d s ahead: %s", seed, ahead, story)
            .isEqualTo(decided(right));
      }
    }
    assertThat(reasons)
        .as("the stories tell of all that depends on times")
        .contains(
            Reasons.JVM_EXITED,
            Reasons.JVM_RESTARTED,
            Reasons.SIDECAR_LOST,
            Reasons.TARGET_BUSY,
            Reasons.UPLOAD_PENDING,
            Reasons.OBJECT_STORE_UNAVAILABLE);
  }

  /** The entry without the node's times, and the kinds of actions. */
  private static List<Object> decided(Plan plan) {
    var entry = RecordingStatusBuilder.builder(plan.recordings().getFirst())
        .startTime(null)
        .endTime(null)
        .build();
    var actions = plan.actions().stream().<Class<?>>map(Object::getClass).toList();
    return List.of(entry, actions, plan.recheckAfter());
  }

  /** A target and what happens to it; all times are seconds after START by the operator's clock. */
  private record Story(
      RecordingPhase phase,
      int started,
      int ended,
      String report,
      boolean isKilled,
      Integer jvmEnded,
      boolean isStored,
      boolean isStoreAway,
      int sighted,
      int now) {

    static Story of(Random random) {
      var started = random.nextInt(70);
      var ended = started + random.nextInt(400);
      var now = started + 5 + random.nextInt(500);
      var phases = List.of(
          RecordingPhase.PENDING,
          RecordingPhase.INJECTED,
          RecordingPhase.RECORDING,
          RecordingPhase.COLLECTING,
          RecordingPhase.SUCCEEDED);
      return new Story(
          phases.get(random.nextInt(phases.size())),
          started,
          ended,
          random.nextBoolean() ? "Recorded" : "Failed",
          random.nextBoolean(),
          random.nextInt(3) == 0 ? null : random.nextInt(-100, 300),
          random.nextInt(3) == 0,
          random.nextInt(3) == 0,
          Math.min(now, (now < ended ? started : ended) + random.nextInt(5)),
          now);
    }

    /** The plan, if the node's clock is so far ahead of the operator's. */
    Plan plan(Duration ahead) {
      var scene = Scene.of(Jobs.job(10, 3600L), entry(ahead))
          .pod(pod(ahead))
          .sighted("a", Duration.ofSeconds(sighted))
          .after(Duration.ofSeconds(now));
      if (isStored) {
        scene.uploaded("a");
      }
      return (isStoreAway ? scene.storeFails("down") : scene).plan();
    }

    private RecordingStatus entry(Duration ahead) {
      var entry =
          RecordingStatusBuilder.builder(Targets.injected("a", Jobs.START)).phase(phase);
      return phase == RecordingPhase.SUCCEEDED
          ? entry.endTime(at(ended, ahead)).build()
          : entry.build();
    }

    /** Of a pending target, the sidecar is another job's. */
    private Pod pod(Duration ahead) {
      var sidecar = sidecar(ahead);
      var pod = phase == RecordingPhase.PENDING
          ? PodFixtures.occupied(PodFixtures.running("a"), sidecar, Jobs.START.plusSeconds(60))
          : PodFixtures.injected("a", sidecar).edit();
      return jvmEnded == null
          ? pod.build()
          : pod.editStatus()
              .editFirstContainerStatus()
              .withNewState()
              .withNewRunning(at(jvmEnded + 1, ahead))
              .endState()
              .withNewLastState()
              .withNewTerminated()
              .withExitCode(137)
              .withFinishedAt(at(jvmEnded, ahead))
              .endTerminated()
              .endLastState()
              .endContainerStatus()
              .endStatus()
              .build();
    }

    private ContainerState sidecar(Duration ahead) {
      if (now < ended) {
        return new ContainerStateBuilder().withNewRunning(at(started, ahead)).build();
      }
      var message = """
          {"version":1,"outcome":"%s","reason":"JvmExited","message":"m","recording":
          {"bytes":5,"sha256":"9f86","startTime":"%s","endTime":"%s"}}
          """.formatted(report, at(started, ahead), at(ended, ahead));
      return new ContainerStateBuilder()
          .withNewTerminated()
          .withExitCode(isKilled ? 137 : 1)
          .withMessage(isKilled ? "" : message)
          .withStartedAt(at(started, ahead))
          .withFinishedAt(at(ended, ahead))
          .endTerminated()
          .build();
    }

    private static String at(int seconds, Duration ahead) {
      return Jobs.START.plusSeconds(seconds).plus(ahead).toString();
    }
  }
}
