package dev.hotspotter.plan;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which containers of the matching pods are profiled, and why not the others. */
public final class TargetSelection {

  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

  private TargetSelection() {}

  /** One entry per pod, by name: pending, or failed with the reason why nothing is put into it. */
  public static List<RecordingStatus> select(ProfileJob job, List<Pod> matching) {
    var wanted = Optional.ofNullable(job.getSpec().target().container());
    return matching.stream()
        .filter(pod -> !isFinished(pod))
        .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
        .map(pod -> entry(pod, wanted))
        .toList();
  }

  private static boolean isFinished(Pod pod) {
    return pod.getStatus() != null && List.of("Succeeded", "Failed").contains(String.valueOf(pod.getStatus().getPhase()));
  }

  private static RecordingStatus entry(Pod pod, Optional<String> wanted) {
    var container = wanted.or(() -> defaultContainer(pod));
    if (container.isEmpty()) {
      return refused(
          pod,
          null,
          Reasons.CONTAINER_AMBIGUOUS,
          "the pod has the containers %s; name the one to profile in target.container".formatted(names(pod)));
    }
    var found = Pods.container(pod, container.get());
    if (found.isEmpty()) {
      return refused(
          pod,
          container.get(),
          Reasons.CONTAINER_NOT_FOUND,
          "the pod has no container %s; target.container can be one of %s".formatted(container.get(), names(pod)));
    }
    return checked(pod, found.get());
  }

  /** A target that was chosen earlier, as it would be chosen now: failed when nothing may be put into it any more. */
  static RecordingStatus again(Pod pod, RecordingStatus target) {
    return entry(pod, Optional.of(target.container()));
  }

  private static RecordingStatus checked(Pod pod, Container container) {
    var name = container.getName();
    if (!Pods.isRunning(pod) || !isRunning(pod, name)) {
      return refused(
          pod,
          name,
          Reasons.POD_NOT_RUNNING,
          "container %s is not running (pod phase %s); wait until it is ready and create a new ProfileJob"
              .formatted(name, pod.getStatus() == null ? "unknown" : pod.getStatus().getPhase()));
    }
    if (Boolean.TRUE.equals(pod.getSpec().getHostPID()) || sharesProcesses(pod)) {
      return refused(
          pod,
          name,
          Reasons.PID_NAMESPACE_SHARED,
          "the pod shares a PID namespace (hostPID or shareProcessNamespace), so the sidecar could meet the JVM of another"
              + " container; set it to false to profile this pod");
    }
    if (Identity.of(pod, container).isEmpty()) {
      return refused(
          pod,
          name,
          Reasons.IDENTITY_UNKNOWN,
          "neither the container runtime nor the pod says which user and group the container runs as; set runAsUser and"
              + " runAsGroup in its securityContext, or use containerd 2 or later");
    }
    var shortage = StorageRoom.shortage(pod, container);
    if (shortage.isPresent()) {
      return refused(pod, name, Reasons.STORAGE_LIMIT_TOO_LOW, shortage.get());
    }
    return new RecordingStatus(
        pod.getMetadata().getName(), pod.getMetadata().getUid(), name, pod.getSpec().getNodeName(),
        RecordingPhase.PENDING, null, null, null, null, null, null, null);
  }

  private static boolean isRunning(Pod pod, String container) {
    return Pods.containerStatus(pod, container)
        .map(status -> status.getState() != null && status.getState().getRunning() != null)
        .orElse(false);
  }

  private static boolean sharesProcesses(Pod pod) {
    return Boolean.TRUE.equals(pod.getSpec().getShareProcessNamespace())
        && pod.getSpec().getContainers().size() + Pods.restartingInits(pod).count() > 1;
  }

  private static Optional<String> defaultContainer(Pod pod) {
    var annotations = pod.getMetadata().getAnnotations();
    if (annotations != null && annotations.containsKey(DEFAULT_CONTAINER)) {
      return Optional.of(annotations.get(DEFAULT_CONTAINER));
    }
    var containers = pod.getSpec().getContainers();
    return containers.size() == 1 ? Optional.of(containers.getFirst().getName()) : Optional.empty();
  }

  private static String names(Pod pod) {
    return pod.getSpec().getContainers().stream().map(Container::getName).collect(Collectors.joining(", "));
  }

  private static RecordingStatus refused(Pod pod, String container, String reason, String message) {
    return new RecordingStatus(
        pod.getMetadata().getName(), pod.getMetadata().getUid(), container, pod.getSpec().getNodeName(),
        RecordingPhase.FAILED, reason, message, null, null, null, null, null);
  }
}
