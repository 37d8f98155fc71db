package dev.hotspotter.cluster;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lease by which one instance leads. The framework takes and renews it, but does not give it back. */
public record LeaderLease(KubernetesClient client, String namespace, String name, String identity) {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderLease.class);

  /**
   * Lets another instance lead at once, not after the lease's fifteen seconds. Does nothing if this one does not lead.
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
      LOG.warn("the lease could not be given back, it runs out by itself: {}", e.getMessage());
    }
  }
}
