package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** How many sidecars a pod can still take: ephemeral containers can never be removed, and each makes the pod's object larger. */
public final class SidecarCapacity {

  private SidecarCapacity() {}

  /** Why so many more are too many, and the fix; empty when there is room. */
  public static Optional<String> shortage(Pod pod, int more, int most) {
    var there = pod.getSpec().getEphemeralContainers() == null
        ? 0
        : pod.getSpec().getEphemeralContainers().size();
    return there + more <= most
        ? Optional.empty()
        : Optional.of(
            ("the pod carries %d ephemeral containers, and no more than %d are put into one; restart it, or raise"
                    + " sidecar.maxPerPod in the chart's values")
                .formatted(there, most));
  }
}
