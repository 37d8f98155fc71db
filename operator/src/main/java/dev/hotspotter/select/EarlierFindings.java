package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Findings of earlier sidecars that are still true: a container without a HotSpot JVM. The pod
 * itself remembers them, and each further look would take one of its slots for ever.
 */
final class EarlierFindings {

  /** Time for a container to start its JVM, perhaps after waiting for a database. */
  private static final Duration SETTLED = Duration.ofMinutes(5);

  /** The variables that limit a look to one JVM; without a match, others may run. */
  private static final String OF_ONE_PROCESS = "HOTSPOTTER_PROCESS_";

  /** The beginning of such a report; the kubelet may have cut the rest (sidecar/README.md). */
  private static final Pattern NO_HOTSPOT = Pattern.compile(
      "\\s*\\{\\s*\"version\"\\s*:\\s*1\\s*,\\s*\"outcome\"\\s*:\\s*\"Refused\"\\s*,"
          + "\\s*\"reason\"\\s*:\\s*\"(NoJvmFound|NotHotSpot)\".*",
      Pattern.DOTALL);

  private EarlierFindings() {}

  /** True if a sidecar found no HotSpot JVM in the container, minutes after its last start. */
  static boolean haveNoJvm(Pod pod, String container) {
    return pod.getSpec().getEphemeralContainers().stream()
        .filter(sidecar -> sidecar.getName().startsWith(Pods.SIDECAR_PREFIX)
            && container.equals(sidecar.getTargetContainerName())
            && !looksForOneProcess(sidecar))
        .flatMap(sidecar -> end(pod, sidecar).stream())
        .filter(end -> isSettled(pod, container, end))
        .anyMatch(end ->
            end.getMessage() != null && NO_HOTSPOT.matcher(end.getMessage()).matches());
  }

  private static boolean looksForOneProcess(EphemeralContainer sidecar) {
    return sidecar.getEnv().stream()
        .anyMatch(variable -> variable.getName().startsWith(OF_ONE_PROCESS));
  }

  private static Optional<ContainerStateTerminated> end(Pod pod, EphemeralContainer sidecar) {
    return Pods.ephemeralStatus(pod, sidecar.getName())
        .map(ContainerStatus::getState)
        .map(ContainerState::getTerminated);
  }

  private static boolean isSettled(Pod pod, String container, ContainerStateTerminated look) {
    return look.getStartedAt() != null
        && Pods.runningSince(pod, container)
            .map(since -> !since.plus(SETTLED).isAfter(Instant.parse(look.getStartedAt())))
            .orElse(false);
  }
}
