package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.testing.Conditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * One pod of an image is recorded first, and a JVM that ends meanwhile keeps this and later jobs
 * from the next pod.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = Cluster.OPERATOR_AND_STORE, mode = ResourceAccessMode.READ)
class HarmE2E {

  private static final String NAMESPACE = "harm";
  /** No other test records them together, so that this one's image counts as new. */
  private static final String NEW_EVENTS =
      "events: [{type: itimer}, {type: lock}, {type: exceptions}]";

  private static final Duration SOON = Duration.ofMinutes(3);

  @Test
  void no_pod_is_touched_after_a_jvm_has_ended() throws Exception {
    try (var cluster = new Cluster()) {
      cluster.namespace(NAMESPACE, "restricted");
      var pods = new ArrayList<Pod>();
      for (var name : List.of("first", "second")) {
        pods.add(BurnerPod.restricted(1000, 1000).start(cluster.client(), NAMESPACE, name, 25));
      }
      var job = cluster.apply(
          NAMESPACE,
          "harm",
          "target: {pods: [%s]}, recording: {duration: 10m, %s}"
              .formatted(
                  String.join(
                      ", ",
                      pods.stream().map(pod -> pod.getMetadata().getName()).toList()),
                  NEW_EVENTS));
      var recorded = await("a target records")
          .atMost(SOON)
          .until(
              () -> recordings(cluster.current(job))
                  .filter(target -> target.phase() == RecordingPhase.RECORDING)
                  .toList(),
              targets -> targets.size() == 1)
          .getFirst();
      assertThat(recordings(cluster.current(job)))
          .filteredOn(target -> !target.podUID().equals(recorded.podUID()))
          .extracting(RecordingStatus::reason)
          .containsExactly(Reasons.FIRST_WAVE_RECORDS);
      var victim = pods.stream()
          .filter(pod -> pod.getMetadata().getUid().equals(recorded.podUID()))
          .findFirst()
          .orElseThrow();
      NodeProcess.of(victim.getStatus().getContainerStatuses().getFirst())
          .forEach(NodeProcess::kill);

      var status = cluster.finished(job, SOON).getStatus();

      assertThat(status.phase()).isEqualTo(JobPhase.FAILED);
      assertThat(Conditions.of(status, "Harmed").reason()).isEqualTo(Reasons.JVM_EXITED);
      assertThat(Conditions.of(status, "Harmed").message())
          .contains(victim.getMetadata().getName(), "exit code 137");
      assertThat(status.recordings())
          .extracting(RecordingStatus::reason)
          .containsExactlyInAnyOrder(Reasons.JVM_EXITED, Reasons.HARMED);
      assertThat(pods.stream().filter(pod -> pod != victim))
          .allSatisfy(pod -> assertThat(
                  cluster.client().resource(pod).get().getSpec().getEphemeralContainers())
              .isEmpty());
      assertThatTheImageWaitsForAPerson(cluster, job, victim);
    }
  }

  private static void assertThatTheImageWaitsForAPerson(
      Cluster cluster, ProfileJob harmed, Pod victim) {
    var other = victim.getMetadata().getName().equals("first") ? "second" : "first";
    var spec = "target: {pods: [%s]}, recording: {duration: 2s}".formatted(other);

    var refused =
        cluster.finished(cluster.apply(NAMESPACE, "refused", spec), SOON).getStatus();
    assertThat(Conditions.of(refused, "Failed").reason()).isEqualTo(Reasons.IMAGE_HARMED);

    cluster.client().resource(harmed).delete();
    var allowed =
        cluster.finished(cluster.apply(NAMESPACE, "allowed", spec), SOON).getStatus();
    assertThat(allowed.phase()).as("%s", allowed.conditions()).isEqualTo(JobPhase.SUCCEEDED);
  }

  private static Stream<RecordingStatus> recordings(ProfileJob job) {
    return job.getStatus() == null ? Stream.of() : job.getStatus().recordings().stream();
  }
}
