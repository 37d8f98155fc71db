package dev.hotspotter.cluster;

import dev.hotspotter.plan.Pods;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts a sidecar into a running pod. */
public final class SidecarInjector {

  /** Answers that will not change by asking again: admission, RBAC or validation speaks. */
  private static final Set<Integer> REFUSALS = Set.of(400, 403, 422);

  private static final PatchContext STRATEGIC_MERGE = PatchContext.of(PatchType.STRATEGIC_MERGE);

  private final KubernetesClient client;

  public SidecarInjector(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Adds the sidecar, unless one of that name is already there.
   *
   * @return the API server's own words if it refuses; empty when the pod has the sidecar
   * @throws KubernetesClientException when it is worth looking again: the pod is gone, or the API server is in trouble
   */
  public Optional<String> inject(Pod target, EphemeralContainer sidecar) {
    var meta = target.getMetadata();
    var pod = client.pods().inNamespace(meta.getNamespace()).withName(meta.getName());
    if (hasSidecar(pod, meta.getUid(), sidecar)) {
      return Optional.empty();
    }
    try {
      pod.ephemeralContainers().patch(STRATEGIC_MERGE, patch(meta.getUid(), sidecar));
      return Optional.empty();
    } catch (KubernetesClientException e) {
      if (REFUSALS.contains(e.getCode())) {
        if (hasSidecar(pod, meta.getUid(), sidecar)) {
          return Optional.empty();
        }
        return Optional.of(e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage());
      }
      throw e;
    }
  }

  private static boolean hasSidecar(PodResource pod, String uid, EphemeralContainer sidecar) {
    var current = pod.get();
    if (current == null || !current.getMetadata().getUid().equals(uid)) {
      throw new KubernetesClientException("the pod is gone");
    }
    return Pods.hasEphemeral(current, sidecar.getName());
  }

  /** The uid makes the API server refuse the patch for a pod of the same name that came later. */
  private String patch(String uid, EphemeralContainer sidecar) {
    return client
        .getKubernetesSerialization()
        .asJson(Map.of("metadata", Map.of("uid", uid), "spec", Map.of("ephemeralContainers", List.of(sidecar))));
  }
}
