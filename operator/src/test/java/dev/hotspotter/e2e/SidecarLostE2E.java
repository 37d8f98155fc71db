package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A killed sidecar loses only its recording: the next job waits until the profiler has stopped by
 * itself.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = Cluster.OPERATOR_AND_STORE, mode = ResourceAccessMode.READ)
class SidecarLostE2E {

  private static final String NAMESPACE = "sidecar-lost";
  private static final String TARGET = "target: {selector: {matchLabels: {app: survivor}}}";
  private static final Duration SOON = Duration.ofMinutes(3);
  private static final Duration LENGTH = Duration.ofSeconds(10);
  /** The longest that the profiler records on without its sidecar; see sidecar/README.md. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  @Test
  void the_profiler_stops_by_itself_and_the_pod_can_be_profiled_again() throws Exception {
    try (var cluster = new Cluster()) {
      cluster.namespace(NAMESPACE, "restricted");
      var burner = BurnerPod.restricted(1000, 1000);
      var pod = burner.start(cluster.client(), NAMESPACE, "survivor", 25);
      var jvm =
          NodeProcess.of(pod.getStatus().getContainerStatuses().getFirst()).getFirst();
      var job = cluster.apply(
          NAMESPACE, "lost", TARGET + ", recording: {duration: %ds}".formatted(LENGTH.toSeconds()));
      await("the profiler records").atMost(SOON).until(jvm::isProfiled);
      var sidecar = await("the kubelet tells the sidecar's id")
          .atMost(SOON)
          .until(
              () -> Pods.ephemeralStatus(
                  cluster.client().resource(pod).get(), SidecarSpec.name(job, "app")),
              SidecarLostE2E::isRunning);

      NodeProcess.of(sidecar.get()).forEach(NodeProcess::kill);

      assertThat(jvm.isProfiled()).as("killed in the middle").isTrue();
      assertThat(cluster.finished(job, SOON).getStatus().recordings())
          .singleElement()
          .satisfies(recording -> {
            assertThat(recording.reason()).isEqualTo(Reasons.SIDECAR_LOST);
            assertThat(recording.message()).contains("create a new ProfileJob");
          });
      var next = cluster.apply(NAMESPACE, "next", TARGET + ", recording: {duration: 2s}");
      assertThat(jvm.isProfiled()).as("nobody stops the profiler").isTrue();
      var after = cluster.finished(next, LENGTH.plus(GRACE).plus(SOON)).getStatus();
      assertThat(after.phase()).as("%s", after.conditions()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(jvm.isProfiled()).as("the profiler has stopped").isFalse();
      assertThat(burner.answers(pod)).isNotEmpty();
      assertThat(jvm.temporaryFiles()).allMatch(NodeProcess::mayStay);
      assertThat(jvm.children()).as("zombies").isZero();
    }
  }

  private static boolean isRunning(Optional<ContainerStatus> container) {
    return container.isPresent() && container.get().getState().getRunning() != null;
  }
}
