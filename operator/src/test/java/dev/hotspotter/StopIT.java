package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.testing.Conditions;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suspended and deleted jobs in the whole operator; the sidecars record until they get an order. */
class StopIT {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final Map<String, String> UNTIL_ORDERED =
      Map.of(FakeKubelet.PLAY, FakeKubelet.UNTIL_ORDERED);

  @TempDir
  static Path temp;

  @AutoClose
  private static Surroundings surroundings;

  private static KubernetesClient client;

  private String namespace;

  @AutoClose
  private HotspotterOperator operator;

  @BeforeAll
  static void startServers() throws Exception {
    surroundings = new Surroundings(temp, Duration.ofSeconds(2));
    client = surroundings.client();
  }

  @BeforeEach
  void start() {
    namespace = surroundings.namespace();
    operator = TestOperator.start(
        TestOperator.config(namespace, surroundings.s3().settings()).build(), client);
  }

  @Test
  void a_suspended_job_ends_its_recordings_keeps_them_and_starts_the_others_when_it_goes_on() {
    surroundings.pod(namespace, "notifier-0", UNTIL_ORDERED, "app");
    surroundings.pod(namespace, "notifier-1", UNTIL_ORDERED, "app");
    var job = client.resource(job(1, false)).create();
    until(job, now -> phases(now).equals(List.of("Recording", "Pending")));

    suspend(job, true);

    var stopped = until(job, now -> phases(now).equals(List.of("Succeeded", "Pending")));
    assertThat(stopped.getStatus().recordings())
        .satisfiesExactly(
            ended -> {
              assertThat(ended.reason()).isEqualTo(Reasons.RECORDING_TRUNCATED);
              assertThat(ended.message())
                  .isEqualTo("recorded cpu for 1s of 1m0s: ProfileJob %s/job was suspended"
                      .formatted(namespace));
            },
            waiting -> assertThat(waiting.reason()).isEqualTo(Reasons.JOB_SUSPENDED));
    assertThat(Conditions.of(stopped, "Suspended").message())
        .startsWith("recordings: 1 ended and kept, 0 not yet ended; targets that wait: 1");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(eventReasons()).contains(Reasons.JOB_SUSPENDED));

    suspend(job, false);
    until(job, now -> phases(now).equals(List.of("Succeeded", "Recording")));
    suspend(job, true);

    var ended = until(job, JobPhase::hasEnded);
    assertThat(ended.getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(phases(ended)).containsOnly("Succeeded");
    assertThat(Conditions.of(ended, "Complete").message())
        .startsWith("2 of 2 targets recorded; notifier-0 and 1 more: recorded cpu for 1s of");
    assertThat(ended.getStatus().condition("Suspended")).isEmpty();
  }

  @Test
  void a_job_that_is_created_suspended_starts_when_it_goes_on() {
    surroundings.pod(namespace, "notifier-0", Map.of(), "app");
    var job = client.resource(job(10, true)).create();

    var waiting =
        until(job, now -> now.getStatus() != null && now.getStatus().phase() == JobPhase.PENDING);
    assertThat(Conditions.of(waiting, "Finished").reason()).isEqualTo(Reasons.JOB_SUSPENDED);
    assertThat(Conditions.of(waiting, "Finished").message())
        .isEqualTo("the job is suspended; to go on, set spec.suspend to false");

    suspend(job, false);
    assertThat(until(job, JobPhase::hasEnded).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
  }

  @Test
  void a_deleted_jobs_recordings_end_and_stay_in_the_store() throws Exception {
    surroundings.pod(namespace, "notifier-0", UNTIL_ORDERED, "app");
    var job = client.resource(job(10, false)).create();
    until(job, now -> phases(now).equals(List.of("Recording")));

    client.resource(job).delete();

    var recording = "/jobs/" + ObjectKeys.folder(job) + "notifier-0/app/recording.jfr";
    await()
        .atMost(SOON)
        .until(() -> TestOperator.get(operator.webPort(), recording).statusCode() == 200);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(eventReasons()).contains(Reasons.JOB_DELETED));
  }

  private void suspend(ProfileJob job, boolean suspend) {
    client
        .resource(job)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\": {\"suspend\": %s}}".formatted(suspend));
  }

  private ProfileJob until(ProfileJob job, Predicate<ProfileJob> wanted) {
    return await().atMost(SOON).until(() -> client.resource(job).get(), wanted);
  }

  private static List<String> phases(ProfileJob job) {
    return job.getStatus() == null
        ? List.of()
        : job.getStatus().recordings().stream()
            .map(RecordingStatus::phase)
            .map(RecordingPhase::word)
            .toList();
  }

  private List<String> eventReasons() {
    return client.v1().events().inNamespace(namespace).list().getItems().stream()
        .map(event -> event.getReason())
        .toList();
  }

  private ProfileJob job(int parallelism, boolean suspend) {
    return client
        .getKubernetesSerialization()
        .unmarshal("""
            apiVersion: hotspotter.dev/v1alpha1
            kind: ProfileJob
            metadata: {name: job, namespace: %s}
            spec:
              target: {selector: {matchLabels: {app: notifier}}}
              recording: {duration: 60s, events: [{type: cpu}]}
              parallelism: %d
              firstWave: All
              suspend: %s
            """.formatted(namespace, parallelism, suspend), ProfileJob.class);
  }
}
