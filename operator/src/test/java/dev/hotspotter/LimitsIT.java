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
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.client.KubernetesClient;
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

  private static final Duration SOON = Duration.ofSeconds(60);

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
    surroundings = new Surroundings(temp, Duration.ofSeconds(1));
    client = surroundings.client();
  }

  /** Two targets and two jobs at a time. */
  @BeforeEach
  void start() {
    namespace = surroundings.namespace();
    var limits = new InstallationLimits(false, RootSidecars.POD, Duration.ofSeconds(30), 2, 10, 2);
    operator = TestOperator.start(
        TestOperator.config(namespace, surroundings.s3().settings())
            .limits(limits)
            .build(),
        client);
  }

  @Test
  void what_is_not_allowed_is_refused_before_a_pod_is_touched() {
    surroundings.pod(namespace, "notifier-0", Map.of(), "app");
    for (var recording : List.of("duration: 1s, kernelStacks: true", "duration: 31s")) {
      var refused = finished(apply("refused", recording, 1));
      assertThat(refused.getStatus().phase()).isEqualTo(JobPhase.FAILED);
      assertThat(failure(refused).reason()).isEqualTo(Reasons.FORBIDDEN_BY_INSTALLATION);
      assertThat(failure(refused).message()).contains("limits.");
      client.resource(refused).delete();
    }
    assertThat(client
            .pods()
            .inNamespace(namespace)
            .withName("notifier-0")
            .get()
            .getSpec()
            .getEphemeralContainers())
        .isEmpty();
  }

  @Test
  void jobs_of_a_namespace_keep_to_its_limits_together_and_all_are_done() {
    for (int i = 0; i < 3; i++) {
      surroundings.pod(namespace, "notifier-" + i, Map.of(), "app");
    }
    var jobs = Stream.of("first", "second", "third", "fourth")
        .map(name -> apply(name, "duration: 1s", 3))
        .toList();

    var told = new HashSet<String>();
    await().atMost(SOON.multipliedBy(2)).pollInterval(Duration.ofMillis(50)).until(() -> {
      var now = jobs.stream().map(LimitsIT::current).toList();
      now.stream().flatMap(LimitsIT::reasons).forEach(told::add);
      return now.stream().allMatch(LimitsIT::isFinished);
    });

    assertThat(jobs.stream().map(LimitsIT::current)).allSatisfy(job -> {
      assertThat(job.getStatus().phase())
          .as("%s", job.getStatus().conditions())
          .isEqualTo(JobPhase.SUCCEEDED);
      assertThat(job.getStatus().recordings()).hasSize(3);
    });
    assertThat(client.v1().events().inNamespace(namespace).list().getItems().stream()
            .filter(event -> event.getReason().equals(Reasons.TARGETS_SELECTED)))
        .as("each says that it has begun, those that waited as well")
        .hasSize(4);
    assertThat(told).contains(Reasons.TOO_MANY_ACTIVE_JOBS, Reasons.NAMESPACE_BUSY);
    var recordings = jobs.stream()
        .flatMap(job -> current(job).getStatus().recordings().stream())
        .toList();
    assertThat(recordings)
        .allSatisfy(one -> assertThat(recordings.stream()
                .filter(other -> isRecordedAt(other, one.injectionTime()))
                .count())
            .as("recorded when %s of %s was injected", one.container(), one.pod())
            .isLessThanOrEqualTo(2));
    assertThat(jobs.stream()
            .filter(job -> jobs.stream()
                    .filter(other -> runs(other, current(job).getStatus().startTime()))
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

  private static boolean runs(ProfileJob job, String time) {
    var status = current(job).getStatus();
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

  private ProfileJob apply(String name, String recording, int parallelism) {
    var job = client
        .getKubernetesSerialization()
        .unmarshal("""
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: %s}
        spec:
          target: {selector: {matchLabels: {app: notifier}}}
          recording: {%s}
          parallelism: %d
          activeDeadlineSeconds: 120
        """.formatted(name, namespace, recording, parallelism), ProfileJob.class);
    return client.resource(job).create();
  }

  private static ProfileJob finished(ProfileJob job) {
    return await().atMost(SOON).until(() -> current(job), LimitsIT::isFinished);
  }

  private static boolean isFinished(ProfileJob job) {
    return job.getStatus() != null && job.getStatus().phase().isTerminal();
  }

  private static Condition failure(ProfileJob job) {
    return job.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals("Failed"))
        .findFirst()
        .orElseThrow();
  }

  private static ProfileJob current(ProfileJob job) {
    return client.resource(job).get();
  }
}
