package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.SidecarOptions;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.Optional;

/**
 * The user and group of a container's processes. HotSpot accepts an attach only from the same user
 * and group, so a guess is useless (async-profiler, docs/Troubleshooting.md, "Failed to change
 * credentials").
 */
public record Identity(long uid, long gid) {

  /**
   * The identity that the kubelet reports (Kubernetes 1.33 with containerd 2, or later), else the
   * pod's spec, else the job. Empty if none states both ids.
   */
  public static Optional<Identity> of(ProfileJob job, Pod pod, Container container) {
    return ofPod(pod, container).or(() -> told(job.getSpec().sidecar()));
  }

  /** The identity without the job's statement. */
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
