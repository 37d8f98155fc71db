package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The operator's pods, of which one leads. */
record OperatorReplicas(Cluster cluster) {

  private static final Duration SOON = Duration.ofMinutes(5);
  private static final Map<String, String> LABELS =
      Map.of("app.kubernetes.io/name", "hotspotter", "app.kubernetes.io/component", "operator");

  List<Pod> pods() {
    return cluster
        .client()
        .pods()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withLabels(LABELS)
        .list()
        .getItems();
  }

  /** The name of the pod that holds the lease. */
  String leader() {
    return cluster
        .client()
        .leases()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName("hotspotter")
        .get()
        .getSpec()
        .getHolderIdentity();
  }

  /** The processes of the leader. */
  List<NodeProcess> leading() throws IOException {
    var name = leader();
    return NodeProcess.of(pods().stream()
        .filter(pod -> pod.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the leader %s has no pod".formatted(name)))
        .getStatus()
        .getContainerStatuses()
        .getFirst());
  }

  void scale(int replicas) {
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName("hotspotter")
        .scale(replicas);
    awaitReady(replicas);
  }

  /**
   * Waits for that many ready pods, one of them leading. Deletes pods that the kubelet holds back
   * after crashes, or has evicted.
   */
  void awaitReady(int replicas) {
    await("%d operators are ready".formatted(replicas))
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> {
          pods().stream()
              .filter(pod -> "Failed".equals(pod.getStatus().getPhase())
                  || pod.getStatus().getContainerStatuses().stream()
                      .anyMatch(OperatorReplicas::isHeldBack))
              .forEach(pod -> cluster.client().resource(pod).withGracePeriod(0).delete());
          var pods = pods();
          var leader = leader();
          return pods.size() == replicas
              && pods.stream().allMatch(Readiness::isPodReady)
              && (replicas == 0
                  || pods.stream().anyMatch(pod -> pod.getMetadata().getName().equals(leader)));
        });
  }

  private static boolean isHeldBack(ContainerStatus container) {
    return container.getState().getWaiting() != null
        && "CrashLoopBackOff".equals(container.getState().getWaiting().getReason());
  }

  /** The restarts of each pod: another value means that an operator was restarted or replaced. */
  Map<String, Integer> restarts() {
    return pods().stream()
        .collect(Collectors.toMap(
            pod -> pod.getMetadata().getName(),
            pod -> pod.getStatus().getContainerStatuses().getFirst().getRestartCount()));
  }
}
