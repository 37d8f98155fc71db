package dev.hotspotter.plan;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Other jobs' sidecars in a target: two recordings of one JVM would take each other's samples. */
final class Occupancy {

  private Occupancy() {}

  /** The job whose sidecar is at work in the container, or may start there yet. */
  static Optional<String> holder(ProfileJob job, Pod pod, String container, Instant now) {
    var ephemeral = Optional.ofNullable(pod.getSpec().getEphemeralContainers()).orElse(List.of());
    return ephemeral.stream()
        .filter(sidecar -> sidecar.getName().startsWith(SidecarSpec.PREFIX) && container.equals(sidecar.getTargetContainerName()))
        .filter(sidecar -> !sidecar.getName().equals(SidecarSpec.name(job, container)))
        .filter(sidecar -> isActive(pod, sidecar, now))
        .findFirst()
        .map(sidecar -> variable(sidecar, SidecarSpec.JOB).orElse(sidecar.getName()));
  }

  private static boolean isActive(Pod pod, EphemeralContainer sidecar, Instant now) {
    var state = Pods.ephemeralStatus(pod, sidecar.getName()).map(ContainerStatus::getState);
    if (state.map(ContainerState::getTerminated).isPresent()) {
      return false;
    }
    var mayStart = variable(sidecar, SidecarSpec.START_BEFORE).map(Instant::parse).map(now::isBefore).orElse(false);
    return mayStart || state.map(ContainerState::getRunning).isPresent();
  }

  private static Optional<String> variable(EphemeralContainer sidecar, String name) {
    return sidecar.getEnv().stream().filter(env -> env.getName().equals(name)).map(EnvVar::getValue).findFirst();
  }
}
