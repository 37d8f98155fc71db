package dev.hotspotter.inject;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** Advice on the API server's refusal of a sidecar, where its words do not say what to do. */
final class RefusalAdvice {

  private static final String KERNEL_STACKS =
      "; recording.kernelStacks needs a namespace that admits PERFMON and SYSLOG; choose one,"
          + " or record without it";

  private RefusalAdvice() {}

  /** The advice with a semicolon before it; empty without any. */
  static String on(String refusal, ProfileJob job, Pod pod) {
    var kernelStacks = job.getSpec().recording().kernelStacks() && refusal.contains("capabilit");
    return earlierContainer(refusal, pod)
            .map(name ->
                ("; the pod's ephemeral container %s breaks the policy, and none can be removed;"
                        + " restart the pod")
                    .formatted(name))
            .orElse("")
        + (kernelStacks ? KERNEL_STACKS : "");
  }

  /**
   * The ephemeral container that the refusal quotes, such as one of kubectl debug. Pod Security
   * judges all containers of a pod again when one is added (kubernetes/kubernetes#118961).
   */
  private static Optional<String> earlierContainer(String refusal, Pod pod) {
    // the words before name the pod
    var violation = refusal.substring(Math.max(0, refusal.indexOf("violates PodSecurity")));
    return pod.getSpec().getEphemeralContainers().stream()
        .map(EphemeralContainer::getName)
        .filter(name -> violation.contains("\"" + name + "\""))
        .findFirst();
  }
}
