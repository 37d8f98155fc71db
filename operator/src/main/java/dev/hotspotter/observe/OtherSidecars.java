package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.inject.AttachDelay;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Finds other jobs' sidecars in a target, because two recordings of one JVM would take each other's
 * samples.
 */
final class OtherSidecars {

  /**
   * The extra time that the profiler of a killed sidecar records, with the time until it
   * attached (sidecar/README.md).
   */
  private static final Duration GRACE = Duration.ofSeconds(20).plus(AttachDelay.LONGEST);

  private OtherSidecars() {}

  /** The job whose sidecar records the container or may still start there. */
  static Optional<String> holder(ProfileJob job, Pod pod, String container, Instant now) {
    return pod.getSpec().getEphemeralContainers().stream()
        .filter(sidecar -> sidecar.getName().startsWith(Pods.SIDECAR_PREFIX)
            && container.equals(sidecar.getTargetContainerName()))
        .filter(sidecar -> !sidecar.getName().equals(SidecarSpec.name(job, container)))
        .filter(sidecar -> isActive(pod, sidecar, now))
        .findFirst()
        .map(sidecar -> variable(sidecar, SidecarSpec.JOB).orElse(sidecar.getName()));
  }

  private static boolean isActive(Pod pod, EphemeralContainer sidecar, Instant now) {
    var state = Pods.ephemeralStatus(pod, sidecar.getName()).map(ContainerStatus::getState);
    var ended = state.map(ContainerState::getTerminated);
    if (ended.isPresent()) {
      return SidecarReport.parse(ended.get().getMessage()).isEmpty()
          && mayStillRecord(pod, sidecar, ended.get(), now);
    }
    return state.map(ContainerState::getRunning).isPresent()
        || latestStart(sidecar).map(now::isBefore).orElse(false);
  }

  /**
   * True if the profiler of a killed sidecar may still record; it stops by itself. The time of its
   * start is the kubelet's, so its latest start counts, which is the operator's. A restarted
   * container has no profiler.
   */
  private static boolean mayStillRecord(
      Pod pod, EphemeralContainer sidecar, ContainerStateTerminated ended, Instant now) {
    var duration = variable(sidecar, SidecarSpec.DURATION).flatMap(OtherSidecars::duration);
    var stops =
        latestStart(sidecar).flatMap(start -> duration.map(d -> start.plus(d).plus(GRACE)));
    var killed = instant(Optional.ofNullable(ended.getFinishedAt()));
    var restarted = Pods.runningSince(pod, sidecar.getTargetContainerName())
        .flatMap(since -> killed.map(k -> !since.isBefore(k)))
        .orElse(true);
    return !restarted && stops.map(now::isBefore).orElse(false);
  }

  private static Optional<Instant> latestStart(EphemeralContainer sidecar) {
    return instant(variable(sidecar, SidecarSpec.START_BEFORE));
  }

  private static Optional<String> variable(EphemeralContainer sidecar, String name) {
    return sidecar.getEnv().stream()
        .filter(env -> env.getName().equals(name))
        .findFirst()
        .map(EnvVar::getValue);
  }

  /** The parsed time; empty for other text, because anybody may write the pod's spec. */
  private static Optional<Instant> instant(Optional<String> text) {
    try {
      return text.map(Instant::parse);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> duration(String text) {
    try {
      return Optional.of(Durations.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
