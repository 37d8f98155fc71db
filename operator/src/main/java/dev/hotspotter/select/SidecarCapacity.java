package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * The capacity of a pod for sidecars. Ephemeral containers can never be removed. Each makes the
 * pod's object larger, and leaves less room for the reports of all.
 */
public final class SidecarCapacity {

  /**
   * The most containers of a pod, its own included. The kubelet allows all of them 12 KiB together,
   * so in a pod of more it would cut the checksum out of a sidecar's report.
   */
  public static final int MOST_CONTAINERS = 68;

  private SidecarCapacity() {}

  /** The reason why this many more sidecars do not fit, and the fix; empty if they fit. */
  public static Optional<String> shortage(Pod pod, int more, int most) {
    var there = pod.getSpec().getEphemeralContainers().size();
    var all = there
        + pod.getSpec().getContainers().size()
        + pod.getSpec().getInitContainers().size();
    if (all + more > MOST_CONTAINERS) {
      return Optional.of(
          ("the pod has %d containers, %d of them ephemeral, and in a pod of more than %d the kubelet"
                  + " cuts a sidecar's report too short; restart it")
              .formatted(all, there, MOST_CONTAINERS));
    }
    return there + more <= most
        ? Optional.empty()
        : Optional.of(
            ("the pod has %d ephemeral containers, and the limit is %d; restart it, or raise"
                    + " sidecar.maxPerPod in the chart's values")
                .formatted(there, most));
  }
}
