package dev.hotspotter.select;

import dev.hotspotter.api.Durations;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What ProfileJobs may ask for in this installation, as the chart's values limits say: who may create one could otherwise have a
 * container put into a pod that can do more than they themselves may.
 *
 * @param kernelStacks whether sidecars may be root with the capabilities that kernel stacks need
 * @param rootSidecars beside which targets a sidecar may be root
 * @param duration the longest recording
 * @param targetsInFlight how many targets of a namespace may be recorded at a time
 * @param activeJobs how many jobs of a namespace may run at a time
 */
public record Limits(
    boolean kernelStacks,
    RootSidecars rootSidecars,
    Duration duration,
    int targetsInFlight,
    int activeJobs) {

  /** What the chart has where nothing is set. */
  public static final Limits DEFAULT =
      new Limits(false, RootSidecars.POD, Duration.ofHours(1), 100, 20);

  /** Whose word counts that a target is root, so that its sidecar has to be root as well. */
  public enum RootSidecars {
    /** The kubelet's, or the pod's own spec. */
    POD,
    /** The ProfileJob's as well, where neither of these says anything. */
    JOB,
    /** Nobody's: no target that is root is profiled. */
    NEVER
  }

  /** Why no target of this job may be profiled. */
  public Optional<Refusal> refusal(ProfileJob job) {
    var recording = job.getSpec().recording();
    if (recording.kernelStacks() && !kernelStacks) {
      return forbidden(
          "this installation allows no recording.kernelStacks; record without it, or have limits.allowKernelStacks set in the chart's values");
    }
    return Durations.parse(recording.duration()).compareTo(duration) <= 0
        ? Optional.empty()
        : forbidden(
            "this installation allows recordings of %s at the most, not of %s; lower recording.duration, or have limits.maxDuration raised"
                .formatted(words(duration), recording.duration()));
  }

  /** Why this container may not be profiled. */
  public Optional<Refusal> refusal(ProfileJob job, Pod pod, Container container) {
    if (Identity.of(job, pod, container).filter(Identity::isRoot).isEmpty()) {
      return Optional.empty();
    }
    if (rootSidecars == RootSidecars.NEVER) {
      return forbidden(
          "its container %s is root, and this installation puts no root container into a pod; have limits.rootSidecars set to pod in the chart's values"
              .formatted(container.getName()));
    }
    return rootSidecars == RootSidecars.JOB || Identity.ofPod(pod, container).isPresent()
        ? Optional.empty()
        : forbidden(
            ("only spec.sidecar says that its container %s is root, and this installation does not take a ProfileJob's word for that; set"
                    + " securityContext.runAsUser and runAsGroup in the pod, or have limits.rootSidecars set to job in the chart's values")
                .formatted(container.getName()));
  }

  /** As the API writes it: PT1H30M is 1h30m. */
  private static String words(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static Optional<Refusal> forbidden(String message) {
    return Optional.of(new Refusal(Reasons.FORBIDDEN_BY_INSTALLATION, message));
  }
}
