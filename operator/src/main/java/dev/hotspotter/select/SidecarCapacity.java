package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * The capacity of a pod for sidecars. Ephemeral containers can never be removed, and each makes the
 * pod's object larger.
 */
public final class SidecarCapacity {

  private SidecarCapacity() {}

  /** The reason why this many more sidecars do not fit, and the fix; empty if they fit. */
  public static Optional<String> shortage(Pod pod, int more, int most) {
    var there = pod.getSpec().getEphemeralContainers().size();
    return there + more <= most
        ? Optional.empty()
        : Optional.of(
            ("the pod has %d ephemeral containers, and the limit is %d; restart it, or raise"
                    + " sidecar.maxPerPod in the chart's values")
                .formatted(there, most));
  }
}
