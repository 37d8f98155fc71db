package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installation's limits, in the whole operator at a real API server. */
class LimitsIT {

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  @AutoClose
  private OperatorScene scene;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(1));
  }

  /** Two targets and two jobs at a time. */
  @BeforeEach
  void start() {
    scene = new OperatorScene(surroundings);
    scene.start(scene
        .config()
        .limits(new InstallationLimits(false, RootSidecars.POD, Duration.ofSeconds(30), 2, 10, 2)));
  }

  @Test
  void what_is_not_allowed_is_refused_before_a_pod_is_touched() {
    scene.pods(Map.of(), "notifier-0");
    for (var recording : List.of("duration: 1s, kernelStacks: true", "duration: 31s")) {
      var refused = scene.until(create("refused", recording, 1), JobPhase::hasEnded);
      assertThat(refused.getStatus().phase()).isEqualTo(JobPhase.FAILED);
      assertThat(Conditions.of(refused, "Failed").reason())
          .isEqualTo(Reasons.FORBIDDEN_BY_INSTALLATION);
      assertThat(Conditions.of(refused, "Failed").message()).contains("limits.");
      scene.delete(refused);
    }
    assertThat(scene.pod("notifier-0").get().getSpec().getEphemeralContainers()).isEmpty();
  }

  @Test
  void jobs_of_a_namespace_keep_to_its_limits_together_and_all_are_done() {
    scene.pods(Map.of(), "notifier-0", "notifier-1", "notifier-2");
    var jobs = Stream.of("first", "second", "third", "fourth")
        .map(name -> create(name, "duration: 1s", 3))
        .toList();

    var told = new HashSet<String>();
    await().atMost(OperatorScene.SOON).pollInterval(Duration.ofMillis(50)).until(() -> {
      var now = jobs.stream().map(scene::current).toList();
      now.stream().flatMap(LimitsIT::reasons).forEach(told::add);
      return now.stream().allMatch(JobPhase::hasEnded);
    });

    assertThat(jobs.stream().map(scene::current)).allSatisfy(job -> {
      assertThat(job.getStatus().phase())
          .as("%s", job.getStatus().conditions())
          .isEqualTo(JobPhase.SUCCEEDED);
      assertThat(job.getStatus().recordings()).hasSize(3);
    });
    assertThat(scene.eventReasons().stream().filter(Reasons.TARGETS_SELECTED::equals))
        .as("each says that it has begun, those that waited as well")
        .hasSize(4);
    assertThat(told).contains(Reasons.TOO_MANY_ACTIVE_JOBS, Reasons.NAMESPACE_BUSY);
    var recordings = jobs.stream()
        .flatMap(job -> scene.current(job).getStatus().recordings().stream())
        .toList();
    assertThat(recordings)
        .allSatisfy(one -> assertThat(recordings.stream()
                .filter(other -> isRecordedAt(other, one.injectionTime()))
                .count())
            .as("recorded when %s of %s was injected", one.container(), one.pod())
            .isLessThanOrEqualTo(2));
    assertThat(jobs.stream()
            .filter(job -> jobs.stream()
                    .filter(other -> runs(other, scene.current(job).getStatus().startTime()))
                    .count()
                > 2))
        .isEmpty();
  }

  /** True from the target's injection to the end of its recording. */
  private static boolean isRecordedAt(RecordingStatus target, String time) {
    var at = Instant.parse(time);
    return !Instant.parse(target.injectionTime()).isAfter(at)
        && at.isBefore(Instant.parse(target.endTime()));
  }

  private boolean runs(ProfileJob job, String time) {
    var status = scene.current(job).getStatus();
    var at = Instant.parse(time);
    return !Instant.parse(status.startTime()).isAfter(at)
        && at.isBefore(Instant.parse(status.completionTime()));
  }

  private static Stream<String> reasons(ProfileJob job) {
    return job.getStatus() == null
        ? Stream.of()
        : Stream.concat(
            job.getStatus().conditions().stream().map(Condition::reason),
            Stream.ofNullable(job.getStatus().recordings())
                .flatMap(List::stream)
                .map(RecordingStatus::reason)
                .filter(reason -> reason != null));
  }

  private ProfileJob create(String name, String recording, int parallelism) {
    return scene.create(
        name,
        ("target: {selector: {matchLabels: {app: notifier}}}, recording: {%s}, parallelism: %d,"
                + " activeDeadlineSeconds: 120")
            .formatted(recording, parallelism));
  }
}
