package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.SidecarOptions;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.Optional;

/**
 * The user and group that a container runs as. HotSpot answers an attach only when both are its own, so a guess is no use
 * (async-profiler, docs/Troubleshooting.md, "Failed to change credentials").
 */
public record Identity(long uid, long gid) {

  /** What the kubelet reports (containerd 2 and later), else what the pod's spec says, else what the job does; empty when none says both. */
  public static Optional<Identity> of(ProfileJob job, Pod pod, Container container) {
    return ofPod(pod, container).or(() -> told(job.getSpec().sidecar()));
  }

  /** As above, whatever the job says. */
  public static Optional<Identity> ofPod(Pod pod, Container container) {
    return reported(pod, container)
        .or(() -> declared(pod.getSpec().getSecurityContext(), container.getSecurityContext()));
  }

  private static Optional<Identity> reported(Pod pod, Container container) {
    return Pods.containerStatus(pod, container.getName())
        .map(ContainerStatus::getUser)
        .map(user -> user.getLinux())
        .filter(user -> user.getUid() != null && user.getGid() != null)
        .map(user -> new Identity(user.getUid(), user.getGid()));
  }

  private static Optional<Identity> declared(PodSecurityContext pod, SecurityContext container) {
    Long uid = container != null ? container.getRunAsUser() : null;
    Long gid = container != null ? container.getRunAsGroup() : null;
    if (pod != null) {
      uid = uid != null ? uid : pod.getRunAsUser();
      gid = gid != null ? gid : pod.getRunAsGroup();
    }
    return uid == null || gid == null ? Optional.empty() : Optional.of(new Identity(uid, gid));
  }

  private static Optional<Identity> told(SidecarOptions options) {
    return options == null || options.runAsUser() == null
        ? Optional.empty()
        : Optional.of(new Identity(options.runAsUser(), options.runAsGroup()));
  }

  public boolean isRoot() {
    return uid == 0;
  }
}
