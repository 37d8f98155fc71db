package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Durations;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The limits of this installation on ProfileJobs, from the chart's values limits. Without them, the
 * right to create a ProfileJob would be enough to run a privileged container in a pod.
 *
 * @param kernelStacks whether sidecars may be root with the capabilities for kernel stacks
 * @param rootSidecars the condition for sidecars that are root
 * @param duration the longest recording
 * @param targetsInFlight the largest number of targets of a namespace that record at a time
 * @param recordingsPerNode the largest number of targets of a node that record at a time
 * @param activeJobs the largest number of jobs of a namespace that run at a time
 */
public record InstallationLimits(
    boolean kernelStacks,
    RootSidecars rootSidecars,
    Duration duration,
    int targetsInFlight,
    int recordingsPerNode,
    int activeJobs) {

  /** The chart's defaults. */
  public static final InstallationLimits DEFAULT =
      new InstallationLimits(false, RootSidecars.POD, Duration.ofHours(1), 100, 10, 20);

  /** The source that must state that a target is root, so that its sidecar may be root too. */
  public enum RootSidecars {
    /** The kubelet or the pod's own spec. */
    POD,
    /** The ProfileJob too, if neither of these states it. */
    JOB,
    /** None: no root target is profiled. */
    NEVER
  }

  /** The refusal of the whole job. */
  public Optional<Refusal> refusal(ProfileJob job) {
    var recording = job.getSpec().recording();
    if (recording.kernelStacks() && !kernelStacks) {
      return forbidden("this installation allows no recording.kernelStacks; record without it,"
          + " or have limits.allowKernelStacks set in the chart's values");
    }
    return Durations.parse(recording.duration()).compareTo(duration) <= 0
        ? Optional.empty()
        : forbidden(("this installation allows recordings of at most %s, not %s;"
                + " lower recording.duration, or have limits.maxDuration raised")
            .formatted(words(duration), recording.duration()));
  }

  /** The refusal of one container. */
  public Optional<Refusal> refusal(ProfileJob job, Pod pod, Container container) {
    if (Identity.of(job, pod, container).filter(Identity::isRoot).isEmpty()) {
      return Optional.empty();
    }
    if (rootSidecars == RootSidecars.NEVER) {
      return forbidden(("container %s runs as root, and this installation allows no root sidecars;"
              + " have limits.rootSidecars set to pod in the chart's values")
          .formatted(container.getName()));
    }
    return rootSidecars == RootSidecars.JOB || Identity.ofPod(pod, container).isPresent()
        ? Optional.empty()
        : forbidden(("only spec.sidecar states that container %s runs as root,"
                + " and this installation does not accept that from a ProfileJob;"
                + " set securityContext.runAsUser and runAsGroup in the pod,"
                + " or have limits.rootSidecars set to job in the chart's values")
            .formatted(container.getName()));
  }

  /** The duration in the API's notation: PT1H30M is 1h30m. */
  private static String words(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static Optional<Refusal> forbidden(String message) {
    return Optional.of(new Refusal(Reasons.FORBIDDEN_BY_INSTALLATION, message));
  }
}
