package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Questions about one pod as the API server describes it. */
public final class Pods {

  /** The prefix of the names of all jobs' sidecars. */
  public static final String SIDECAR_PREFIX = "hotspotter-";

  private static final String EVICTED = "Evicted";

  static final Comparator<Pod> BY_NAME =
      Comparator.comparing(pod -> pod.getMetadata().getName());

  private Pods() {}

  public static Optional<Container> container(Pod pod, String name) {
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(name))
        .findFirst();
  }

  public static Optional<ContainerStatus> containerStatus(Pod pod, String name) {
    return statusOf(
        pod.getStatus() == null ? List.of() : pod.getStatus().getContainerStatuses(), name);
  }

  /** The status of an ephemeral container; the kubelet writes it up to two seconds late. */
  public static Optional<ContainerStatus> ephemeralStatus(Pod pod, String name) {
    return statusOf(
        pod.getStatus() == null ? List.of() : pod.getStatus().getEphemeralContainerStatuses(),
        name);
  }

  public static boolean hasEphemeral(Pod pod, String name) {
    return pod.getSpec().getEphemeralContainers().stream()
        .anyMatch(c -> c.getName().equals(name));
  }

  /** The start of a container that runs; empty if it does not run. */
  public static Optional<Instant> runningSince(Pod pod, String container) {
    return containerStatus(pod, container)
        .map(ContainerStatus::getState)
        .map(ContainerState::getRunning)
        .map(running ->
            running.getStartedAt() == null ? Instant.EPOCH : Instant.parse(running.getStartedAt()));
  }

  /** True if the pod runs and is not being deleted. */
  public static boolean isRunning(Pod pod) {
    return pod.getStatus() != null
        && "Running".equals(pod.getStatus().getPhase())
        && pod.getMetadata().getDeletionTimestamp() == null;
  }

  /**
   * True if the pod ends for a reason of its own: it is deleted, its node shuts down, or something
   * preempts it (kubernetes.io/docs/concepts/workloads/pods/disruptions). An eviction may be due to
   * a recording's file.
   */
  public static boolean isEnding(Pod pod) {
    var reason = pod.getStatus() == null ? null : pod.getStatus().getReason();
    return pod.getMetadata().getDeletionTimestamp() != null
        || "Terminated".equals(reason)
        || !EVICTED.equals(reason) && isDisrupted(pod);
  }

  /** Why the kubelet has evicted the pod, in its words. */
  public static Optional<String> eviction(Pod pod) {
    return Optional.ofNullable(pod)
        .map(Pod::getStatus)
        .filter(status -> EVICTED.equals(status.getReason()))
        .map(PodStatus::getMessage);
  }

  private static boolean isDisrupted(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(condition -> "DisruptionTarget".equals(condition.getType())
                && "True".equals(condition.getStatus()));
  }

  /** Init containers that run beside the others; Kubernetes calls them sidecars. */
  static Stream<Container> restartingInits(Pod pod) {
    return pod.getSpec().getInitContainers().stream()
        .filter(init -> "Always".equals(init.getRestartPolicy()));
  }

  private static Optional<ContainerStatus> statusOf(List<ContainerStatus> statuses, String name) {
    return statuses.stream().filter(s -> s.getName().equals(name)).findFirst();
  }
}
