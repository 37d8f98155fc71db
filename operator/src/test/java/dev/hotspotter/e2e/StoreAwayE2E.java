package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An object store that is away, as while its node is drained, costs time and no recording. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(Cluster.OPERATOR_AND_STORE)
class StoreAwayE2E {

  private static final String NAMESPACE = "store-away";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration LENGTH = Duration.ofSeconds(8);
  private static final Duration AWAY = Duration.ofSeconds(10);
  private static final List<String> PODS = List.of("first", "second", "third");

  @AutoClose
  private Cluster cluster;

  @BeforeAll
  void startPods() throws Exception {
    cluster = new Cluster();
    cluster.namespace(NAMESPACE, "restricted");
    for (var name : PODS) {
      BurnerPod.restricted(1000, 1000).start(cluster.client(), NAMESPACE, name, 25);
    }
  }

  @AfterEach
  void bringBack() throws Exception {
    scale(1);
  }

  @Test
  void recordings_that_end_while_it_is_away_wait_for_it_and_say_so() throws Exception {
    var jobs = PODS.stream()
        .map(pod -> cluster.apply(NAMESPACE, "of-" + pod, target(List.of(pod))))
        .toList();
    await("all record")
        .atMost(SOON)
        .until(() ->
            jobs.stream().allMatch(job -> all(job, r -> r.phase() == RecordingPhase.RECORDING)));
    scale(0);
    await("their sidecars wait")
        .atMost(LENGTH.plus(SOON))
        .untilAsserted(() -> assertThat(jobs)
            .allSatisfy(job -> assertThat(cluster.current(job).getStatus().recordings())
                .allSatisfy(StoreAwayE2E::waits)));
    var noticed = Instant.now();

    await("the store is away for long")
        .atMost(AWAY.plus(SOON))
        .until(() -> Instant.now().isAfter(noticed.plus(AWAY)));
    assertThat(jobs)
        .as("nobody has given up")
        .allMatch(job -> !cluster.current(job).getStatus().phase().isTerminal());
    scale(1);

    for (var job : jobs) {
      var status = cluster.finished(job, SOON).getStatus();
      assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
      assertThat(status.hottest().frame()).contains("Burner");
    }
    assertThat(cluster.client().pods().inNamespace(NAMESPACE).list().getItems())
        .allMatch(pod -> pod.getStatus().getContainerStatuses().getFirst().getRestartCount() == 0);
  }

  @Test
  void a_job_that_begins_while_it_is_away_is_pending_and_runs_afterwards() throws Exception {
    var operator = cluster.operatorPod();
    var injections = sidecars();
    scale(0);
    await("readiness says so").atMost(SOON).until(() -> !Readiness.isPodReady(current(operator)));

    var job = cluster.apply(NAMESPACE, "pending", target(PODS));

    await("it waits").atMost(SOON).until(() -> cluster.current(job).getStatus() != null);
    var pending = cluster.current(job).getStatus();
    assertThat(pending.phase()).isEqualTo(JobPhase.PENDING);
    assertThat(pending.startTime()).isNull();
    assertThat(pending.conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.FINISHED, "TargetsSelected");
    assertThat(pending.conditions()).allSatisfy(condition -> {
      assertThat(condition.status()).isEqualTo("False");
      assertThat(condition.reason()).isEqualTo(Reasons.OBJECT_STORE_UNAVAILABLE);
      assertThat(condition.message()).contains("hotspotter-store.hotspotter.svc:7070");
    });
    assertThat(sidecars()).as("nothing was put into a pod").isEqualTo(injections);
    scale(1);

    ProfileJobStatus status = cluster.finished(job, LENGTH.plus(SOON)).getStatus();
    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.targets().selected()).isEqualTo(3);
    assertThat(status.targets().succeeded()).isEqualTo(3);
    await("the operator is ready again")
        .atMost(SOON)
        .until(() -> Readiness.isPodReady(current(operator)));
    assertThat(current(operator).getStatus().getContainerStatuses().getFirst().getRestartCount())
        .isZero();
  }

  private static void waits(RecordingStatus recording) {
    assertThat(recording.phase()).isEqualTo(RecordingPhase.COLLECTING);
    assertThat(recording.reason()).isEqualTo(Reasons.OBJECT_STORE_UNAVAILABLE);
    assertThat(recording.message())
        .contains("waits for the object store", "the sidecar keeps trying until");
  }

  private static String target(List<String> pods) {
    return "target: {pods: [%s]}, firstWave: All, recording: {duration: %ds}"
        .formatted(String.join(",", pods), LENGTH.toSeconds());
  }

  private boolean all(ProfileJob job, Predicate<RecordingStatus> condition) {
    var status = cluster.current(job).getStatus();
    return status != null
        && !status.recordings().isEmpty()
        && status.recordings().stream().allMatch(condition);
  }

  private long sidecars() {
    return cluster.client().pods().inNamespace(NAMESPACE).list().getItems().stream()
        .flatMap(pod -> Stream.ofNullable(pod.getSpec().getEphemeralContainers()))
        .mapToLong(List::size)
        .sum();
  }

  private Pod current(Pod pod) {
    return cluster.client().resource(pod).get();
  }

  private void scale(int replicas) throws Exception {
    kubectl("scale", "statefulset/hotspotter-store", "--replicas=" + replicas);
    if (replicas == 0) {
      kubectl("wait", "--for=delete", "pod/hotspotter-store-0", "--timeout=60s");
    } else {
      kubectl("rollout", "status", "statefulset/hotspotter-store", "--timeout=60s");
    }
  }

  private static void kubectl(String... arguments) throws Exception {
    Cluster.run(
        Stream.concat(Stream.of("kubectl", "-n", Cluster.OPERATOR_NAMESPACE), Stream.of(arguments))
            .toArray(String[]::new));
  }
}
