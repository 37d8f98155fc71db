package dev.hotspotter.cluster;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lease of the leader. The framework acquires and renews it, but does not release it. */
public record LeaderLease(KubernetesClient client, String namespace, String name, String identity) {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderLease.class);

  /**
   * Releases the lease, so that another instance leads at once, not after fifteen seconds. Does
   * nothing on an instance that does not lead.
   */
  public void giveBack() {
    var lease = client.leases().inNamespace(namespace).withName(name);
    try {
      var current = lease.get();
      if (current != null && identity.equals(current.getSpec().getHolderIdentity())) {
        lease.edit(held -> new LeaseBuilder(held)
            .editSpec()
            .withHolderIdentity("")
            .withLeaseDurationSeconds(1)
            .endSpec()
            .build());
      }
    } catch (KubernetesClientException e) {
      LOG.warn("could not release the lease, which expires by itself: {}", e.getMessage());
    }
  }
}
