package dev.hotspotter;

import static dev.hotspotter.OperatorScene.SOON;
import static dev.hotspotter.OperatorScene.UNTIL_ORDERED;
import static dev.hotspotter.OperatorScene.phases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.Surroundings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a job from starting a target, in the whole operator; all pods run the image app. */
class GuardsIT {

  private static final int PER_NODE = 2;

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
  void start() {
    scene = new OperatorScene(surroundings);
    scene.start(scene
        .config()
        .limits(new InstallationLimits(
            false, RootSidecars.POD, Duration.ofHours(1), 100, PER_NODE, 20)));
  }

  @Test
  void one_target_of_a_new_image_records_before_the_others_and_later_jobs_need_none() {
    scene.pods(UNTIL_ORDERED, "first", "second", "third");
    var job = create("new", "");

    var waiting =
        scene.until(job, now -> phases(now).equals(List.of("Recording", "Pending", "Pending")));
    assertThat(waiting.getStatus().recordings().getLast().reason())
        .isEqualTo(Reasons.FIRST_WAVE_RECORDS);
    assertThat(waiting.getStatus().recordings().getLast().message())
        .isEqualTo("pod first records first, because no job has recorded this image yet;"
            + " firstWave: All starts all targets");
    assertThat(waiting.getStatus().images()).singleElement().satisfies(image -> {
      assertThat(image.imageID()).startsWith("sha256:");
      assertThat(image.known()).isFalse();
      assertThat(image.targets()).isEqualTo(3);
    });

    scene.suspend(job, true);
    scene.until(job, now -> phases(now).getFirst().equals("Succeeded"));
    scene.suspend(job, false);
    scene.until(job, now -> phases(now).equals(List.of("Succeeded", "Recording", "Recording")));
    scene.suspend(job, true);
    var ended = scene.until(job, JobPhase::hasEnded);
    assertThat(ended.getStatus().images()).singleElement().satisfies(image -> {
      assertThat(image.succeeded()).isEqualTo(3);
      assertThat(image.harmed()).isZero();
    });

    var next = create("next", "");
    scene.until(next, now -> phases(now).stream().filter("Recording"::equals).count() == 2);
    assertThat(scene.current(next).getStatus().images())
        .singleElement()
        .matches(image -> image.known());
    var others = create("others", ", events: [{type: wall}]");
    assertThat(scene.until(others, JobPhase::hasStarted).getStatus().images())
        .singleElement()
        .matches(image -> !image.known());
    scene.suspend(next, true);
    scene.suspend(others, true);
  }

  @Test
  void a_first_wave_of_all_starts_as_many_as_a_node_may_record() {
    scene.pods(UNTIL_ORDERED, "first", "second", "third");
    var job = create("all", "", "firstWave: All");

    var waiting = scene.until(
        job,
        now -> phases(now).equals(List.of("Recording", "Recording", "Pending"))
            && now.getStatus().recordings().getLast().reason() != null);
    assertThat(waiting.getStatus().recordings().getLast().reason()).isEqualTo(Reasons.NODE_BUSY);
    assertThat(waiting.getStatus().recordings().getLast().message())
        .isEqualTo("node node has as many recordings as it may have at once;"
            + " this target starts when another ends");
    assertThat(Conditions.of(waiting, "TargetsSelected").message())
        .endsWith("at most 2 at a time on one node, which need 80 MiB of free memory");

    var other = create("other", "", "firstWave: All");
    scene.until(
        other,
        now -> now.getStatus() != null
            && now.getStatus().recordings().stream()
                .anyMatch(target -> Reasons.TARGET_BUSY.equals(target.reason())));
    assertThat(phases(scene.current(other))).containsOnly("Pending");

    scene.suspend(other, true);
    scene.suspend(job, true);
    scene.until(job, now -> phases(now).equals(List.of("Succeeded", "Succeeded", "Pending")));
    scene.suspend(job, false);
    scene.until(job, now -> phases(now).getLast().equals("Recording"));
    scene.suspend(job, true);
    scene.until(job, JobPhase::hasEnded);
  }

  @Test
  void no_further_target_starts_after_the_threshold_of_failures() {
    scene.pods(Map.of(FakeKubelet.PLAY, FakeKubelet.NO_JVM), "first", "second", "third", "fourth");
    var job = create("threshold", "", "failureThreshold: 2, parallelism: 1", "containers: [app]");

    var ended = scene.until(job, JobPhase::hasEnded);
    assertThat(ended.getStatus().recordings())
        .extracting(RecordingStatus::reason)
        .containsExactly(
            Reasons.NO_JVM_FOUND,
            Reasons.NO_JVM_FOUND,
            Reasons.FAILURE_THRESHOLD_REACHED,
            Reasons.FAILURE_THRESHOLD_REACHED);
    assertThat(ended.getStatus().recordings().getLast().message())
        .isEqualTo(
            "failureThreshold is 2, and the failed targets are 2, so this target was not started;"
                + " the first is first (NoJvmFound)");
  }

  @Test
  void the_image_of_a_harmed_jvm_is_not_profiled_again_until_its_job_is_deleted() {
    scene.pods(Map.of(FakeKubelet.PLAY, FakeKubelet.JVM_EXITED), "first");
    var harmed = create("harmed", "", "ttlSecondsAfterFinished: 1");
    assertThat(Conditions.of(scene.until(harmed, JobPhase::hasEnded), "Harmed").message())
        .contains("no job profiles this image in this namespace", "delete this ProfileJob");
    scene.pods(Map.of(), "second");

    var refused = scene.until(create("refused", ""), JobPhase::hasEnded);

    assertThat(Conditions.of(refused, "Failed").reason()).isEqualTo(Reasons.IMAGE_HARMED);
    assertThat(Conditions.of(refused, "Failed").message())
        .contains("by ProfileJob harmed; find out why; to profile the image again, delete that");
    var forgotten = create("forgotten", "", "ttlSecondsAfterFinished: 1");
    scene.until(forgotten, JobPhase::hasEnded);
    // for this operator, the time to live and the watch of ended jobs are over
    scene.start(scene.config(), Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2)));
    await().atMost(SOON).until(() -> scene.current(forgotten) == null);
    assertThat(scene.current(harmed))
        .as("harmed before, and with the same time to live")
        .isNotNull();

    scene.delete(harmed);
    scene.pod("first").delete();
    assertThat(scene.until(create("again", ""), JobPhase::hasEnded).getStatus().phase())
        .isEqualTo(JobPhase.SUCCEEDED);
  }

  @Test
  void a_jvm_that_ends_soon_after_its_job_harms_it_all_the_same() {
    scene.pods(Map.of(), "first");
    var job = create("late", "");
    assertThat(scene.until(job, JobPhase::hasEnded).getStatus().phase())
        .isEqualTo(JobPhase.SUCCEEDED);

    surroundings.restart(scene.namespace(), "first");

    var harmed = scene.until(job, now -> now.getStatus().condition("Harmed").isPresent());
    assertThat(harmed.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(harmed.getStatus().recordings().getFirst().reason())
        .isEqualTo(Reasons.JVM_RESTARTED);
    assertThat(harmed.getStatus().images().getFirst().harmed()).isEqualTo(1);
    assertThat(harmed.getStatus().condition("Complete")).isPresent();
    assertThat(harmed.getStatus().report()).isNotNull();
    assertThat(Conditions.of(scene.until(create("refused", ""), JobPhase::hasEnded), "Failed")
            .reason())
        .isEqualTo(Reasons.IMAGE_HARMED);
  }

  @Test
  void no_second_target_starts_where_the_first_jvm_ends_with_part_of_a_recording() {
    scene.pods(Map.of(FakeKubelet.PLAY, FakeKubelet.JVM_EXITED), "first");
    scene.pods(Map.of(), "second");

    var ended = scene.until(create("partial", ""), JobPhase::hasEnded);

    assertThat(ended.getStatus().recordings())
        .extracting(RecordingStatus::reason)
        .containsExactly(Reasons.JVM_EXITED, Reasons.HARMED);
    assertThat(scene.pod("second").get().getSpec().getEphemeralContainers()).isEmpty();
  }

  private ProfileJob create(String name, String recording, String... fields) {
    var spec = fields.length > 0 ? ", " + fields[0] : "";
    var target = fields.length > 1 ? ", " + fields[1] : "";
    return scene.create(
        name,
        "target: {selector: {matchLabels: {app: notifier}}%s}, recording: {duration: 60s%s}%s"
            .formatted(target, recording, spec));
  }
}
