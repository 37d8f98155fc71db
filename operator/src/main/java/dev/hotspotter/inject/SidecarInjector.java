package dev.hotspotter.inject;

import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
   * Adds the sidecar to the pod as it was seen, which had none of that name.
   *
   * @return the API server's own words if it refuses; empty when the pod has the sidecar
   * @throws KubernetesClientException when it is worth looking again: the pod has changed or is gone, or the API server is in trouble
   */
  public Optional<String> inject(Pod seen, EphemeralContainer sidecar) {
    var meta = seen.getMetadata();
    try {
      client
          .pods()
          .inNamespace(meta.getNamespace())
          .withName(meta.getName())
          .ephemeralContainers()
          .patch(STRATEGIC_MERGE, patch(seen, sidecar));
      return Optional.empty();
    } catch (KubernetesClientException e) {
      if (REFUSALS.contains(e.getCode())) {
        return Optional.of(
            e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage());
      }
      throw e;
    }
  }

  /**
   * The uid makes the API server refuse the patch for a pod of the same name that came later; the resource version, for a pod
   * that somebody has put another sidecar into meanwhile.
   */
  private String patch(Pod seen, EphemeralContainer sidecar) {
    var metadata = Map.of(
        "uid",
        seen.getMetadata().getUid(),
        "resourceVersion",
        seen.getMetadata().getResourceVersion());
    return client
        .getKubernetesSerialization()
        .asJson(
            Map.of("metadata", metadata, "spec", Map.of("ephemeralContainers", List.of(sidecar))));
  }
}
