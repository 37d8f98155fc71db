package dev.hotspotter;

import static dev.hotspotter.OperatorScene.phases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole operator, ten minutes ahead of API server, kubelet and store, and ten minutes behind. */
class OperatorClockIT {

  private static final List<String> RECORDING = List.of(RecordingPhase.RECORDING.word());

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  @AutoClose
  private OperatorScene scene;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(2));
  }

  @BeforeEach
  void makeNamespace() {
    scene = new OperatorScene(surroundings);
  }

  @ParameterizedTest(name = "{0} minutes ahead")
  @ValueSource(ints = {-10, 10})
  void records_a_container_that_has_just_started_and_sees_its_jvm_end_soon_after(int ahead) {
    startOperator(ahead);
    pod(Map.of());
    var job = create("recorded", "1s");

    var ended = scene.until(job, JobPhase::hasEnded);
    assertThat(ended.getStatus().phase()).as("%s", ended.getStatus()).isEqualTo(JobPhase.SUCCEEDED);

    surroundings.restart(scene.namespace(), "notifier-0");
    var harmed = scene.until(job, now -> now.getStatus().condition("Harmed").isPresent());
    assertThat(harmed.getStatus().recordings().getFirst().reason())
        .isEqualTo(Reasons.JVM_RESTARTED);
  }

  @ParameterizedTest(name = "{0} minutes ahead")
  @ValueSource(ints = {-10, 10})
  void does_not_take_a_recording_for_one_that_is_over(int ahead) {
    startOperator(ahead);
    pod(Map.of(FakeKubelet.PLAY, FakeKubelet.UNTIL_ORDERED));
    var job = create("suspended", "60s");
    scene.until(job, now -> phases(now).equals(RECORDING));
    await("it records on")
        .during(Duration.ofSeconds(3))
        .until(() -> phases(scene.current(job)).equals(RECORDING));

    scene.suspend(job, true);

    var stopped = scene.until(job, JobPhase::hasEnded);
    assertThat(stopped.getStatus().recordings().getFirst().reason())
        .as("%s", stopped.getStatus())
        .isEqualTo(Reasons.RECORDING_TRUNCATED);
  }

  private void startOperator(int minutesAhead) {
    scene.start(scene.config(), Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutesAhead)));
  }

  /** The pod notifier-0, whose container starts now. */
  private void pod(Map<String, String> annotations) {
    scene.pods(annotations, "notifier-0");
    scene
        .pod("notifier-0")
        .editStatus(p -> new PodBuilder(p)
            .editStatus()
            .withContainerStatuses(
                new ContainerStatusBuilder(p.getStatus().getContainerStatuses().getFirst())
                    .withNewState()
                    .withNewRunning(Instant.now().toString())
                    .endState()
                    .build())
            .endStatus()
            .build());
  }

  private ProfileJob create(String name, String duration) {
    return scene.create(
        name,
        "target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: %s}"
            .formatted(duration));
  }
}
