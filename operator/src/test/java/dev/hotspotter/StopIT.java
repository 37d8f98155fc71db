package dev.hotspotter;

import static dev.hotspotter.OperatorScene.SOON;
import static dev.hotspotter.OperatorScene.UNTIL_ORDERED;
import static dev.hotspotter.OperatorScene.phases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suspended and deleted jobs in the whole operator; the sidecars record until they get an order. */
class StopIT {

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
    scene.start(scene.config());
  }

  @Test
  void a_suspended_job_ends_its_recordings_keeps_them_and_starts_the_others_when_it_goes_on() {
    scene.pods(UNTIL_ORDERED, "notifier-0", "notifier-1");
    var job = create(1, false);
    scene.until(job, now -> phases(now).equals(List.of("Recording", "Pending")));

    scene.suspend(job, true);

    var stopped = scene.until(job, now -> phases(now).equals(List.of("Succeeded", "Pending")));
    assertThat(stopped.getStatus().recordings())
        .satisfiesExactly(
            ended -> {
              assertThat(ended.reason()).isEqualTo(Reasons.RECORDING_TRUNCATED);
              assertThat(ended.message())
                  .isEqualTo("recorded cpu for 1s of 1m0s: ProfileJob %s/job was suspended"
                      .formatted(scene.namespace()));
            },
            waiting -> assertThat(waiting.reason()).isEqualTo(Reasons.JOB_SUSPENDED));
    assertThat(Conditions.of(stopped, "Suspended").message())
        .startsWith("recordings: 1 ended and kept, 0 not yet ended; targets that wait: 1");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(scene.eventReasons()).contains(Reasons.JOB_SUSPENDED));

    scene.suspend(job, false);
    scene.until(job, now -> phases(now).equals(List.of("Succeeded", "Recording")));
    scene.suspend(job, true);

    var ended = scene.until(job, JobPhase::hasEnded);
    assertThat(ended.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(phases(ended)).containsOnly("Succeeded");
    assertThat(Conditions.of(ended, "Complete").message())
        .startsWith("2 of 2 targets recorded; notifier-0 and 1 more: recorded cpu for 1s of");
    assertThat(ended.getStatus().condition("Suspended")).isEmpty();
  }

  @Test
  void a_job_that_is_created_suspended_starts_when_it_goes_on() {
    scene.pods(Map.of(), "notifier-0");
    var job = create(10, true);

    var waiting = scene.until(
        job, now -> now.getStatus() != null && now.getStatus().phase() == JobPhase.PENDING);
    assertThat(Conditions.of(waiting, "Finished").reason()).isEqualTo(Reasons.JOB_SUSPENDED);
    assertThat(Conditions.of(waiting, "Finished").message())
        .isEqualTo("the job is suspended; to go on, set spec.suspend to false");

    scene.suspend(job, false);
    assertThat(scene.until(job, JobPhase::hasEnded).getStatus().phase())
        .isEqualTo(JobPhase.SUCCEEDED);
  }

  @Test
  void a_deleted_jobs_recordings_end_and_stay_in_the_store() throws Exception {
    scene.pods(UNTIL_ORDERED, "notifier-0");
    var job = create(10, false);
    scene.until(job, now -> phases(now).equals(List.of("Recording")));

    scene.delete(job);

    var recording = "/jobs/" + ObjectKeys.folder(job) + "notifier-0/app/recording.jfr";
    await()
        .atMost(SOON)
        .until(() -> TestOperator.get(scene.operator().webPort(), recording).statusCode() == 200);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(scene.eventReasons()).contains(Reasons.JOB_DELETED));
  }

  private ProfileJob create(int parallelism, boolean suspend) {
    return scene.create(
        "job",
        "target: {selector: {matchLabels: {app: notifier}}}, parallelism: %d, firstWave: All, suspend: %s,"
                .formatted(parallelism, suspend)
            + " recording: {duration: 60s, events: [{type: cpu}]}");
  }
}
