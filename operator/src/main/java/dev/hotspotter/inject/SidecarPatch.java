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

/** The patch that adds a sidecar to a running pod. */
final class SidecarPatch {

  /** Status codes of refusals by admission, RBAC or validation, which a retry would not change. */
  private static final Set<Integer> REFUSALS = Set.of(400, 403, 422);

  private static final PatchContext STRATEGIC_MERGE = PatchContext.of(PatchType.STRATEGIC_MERGE);

  private final KubernetesClient client;

  SidecarPatch(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Adds the sidecar to the pod if the pod is still as it was seen.
   *
   * @return the API server's message if it refuses; empty if the pod has the sidecar
   * @throws KubernetesClientException if a retry may help: the pod has changed or is gone, or the
   *     API server fails
   */
  Optional<String> apply(Pod seen, EphemeralContainer sidecar) {
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
   * The patch. Its uid makes the API server refuse a later pod of the same name. Its resource
   * version does so if somebody else has added a sidecar meanwhile.
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
