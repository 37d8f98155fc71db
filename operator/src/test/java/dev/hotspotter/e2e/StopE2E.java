package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Suspending or deleting a job ends a recording of an hour in seconds, and keeps what it has. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = Cluster.OPERATOR_AND_STORE, mode = ResourceAccessMode.READ)
class StopE2E {

  private static final String NAMESPACE = "stop";
  private static final String SPEC =
      "target: {selector: {matchLabels: {app: stopped}}}, recording: {duration: 1h}";
  private static final Duration SOON = Duration.ofMinutes(3);

  @Test
  void suspending_or_deleting_a_job_ends_its_recording_and_keeps_it() throws Exception {
    try (var cluster = new Cluster()) {
      cluster.namespace(NAMESPACE, "restricted");
      var burner = BurnerPod.restricted(1000, 1000);
      var pod = burner.start(cluster.client(), NAMESPACE, "stopped", 25);
      var jvm =
          NodeProcess.of(pod.getStatus().getContainerStatuses().getFirst()).getFirst();

      var suspended = cluster.apply(NAMESPACE, "suspended", SPEC);
      await("the profiler records").atMost(SOON).until(jvm::isProfiled);
      var suspendedAt = Instant.now();
      cluster
          .client()
          .resource(suspended)
          .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"suspend\": true}}");
      var status = cluster.finished(suspended, SOON).getStatus();
      assertThat(jvm.isProfiled()).isFalse();
      assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(status.recordings()).singleElement().satisfies(recording -> {
        assertThat(recording.reason()).isEqualTo(Reasons.RECORDING_TRUNCATED);
        assertThat(recording.message())
            .contains(" of 1h0m0s and uploaded ", ": ProfileJob stop/suspended was suspended");
        report("suspended", suspendedAt, Instant.parse(recording.endTime()));
      });

      var deleted = cluster.apply(NAMESPACE, "deleted", SPEC);
      await("the profiler records").atMost(SOON).until(jvm::isProfiled);
      var deletedAt = Instant.now();
      cluster.client().resource(deleted).delete();
      var end = await("the sidecar has ended")
          .atMost(SOON)
          .until(() -> end(cluster, pod, deleted), Optional::isPresent)
          .get();
      assertThat(end.getExitCode()).as(end.getMessage()).isZero();
      assertThat(end.getMessage()).contains("ProfileJob stop/deleted was deleted");
      report("deleted", deletedAt, Instant.parse(end.getFinishedAt()));
      assertThat(jvm.isProfiled()).isFalse();
      assertThat(cluster
              .follow("http://localhost:8080/jobs/" + ObjectKeys.folder(deleted)
                  + "%s/app/recording.jfr".formatted(pod.getMetadata().getName()))
              .statusCode())
          .as("the recording is kept")
          .isEqualTo(200);
      assertThat(burner.answers(pod)).isNotEmpty();
      assertThat(jvm.temporaryFiles()).allMatch(NodeProcess::mayStay);
    }
  }

  private static Optional<ContainerStateTerminated> end(Cluster cluster, Pod pod, ProfileJob job) {
    return Pods.ephemeralStatus(cluster.client().resource(pod).get(), SidecarSpec.name(job, "app"))
        .map(status -> status.getState().getTerminated());
  }

  private static void report(String word, Instant from, Instant to) {
    System.out.printf(
        "a recording of a job that was %s ended after %.1f s%n",
        word, Duration.between(from, to).toMillis() / 1000.0);
  }
}
