package dev.hotspotter.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether this instance leads, and the lease for it. */
public final class Leadership {

  /** The name of the lease. */
  public static final String LEASE = "hotspotter";

  private final LeaderLease lease;
  private final AtomicBoolean leads = new AtomicBoolean();

  /** A leadership by a lease in this namespace; an empty one means that no other instance exists. */
  public Leadership(KubernetesClient client, String namespace, String identity) {
    lease = new LeaderLease(client, namespace, LEASE, identity);
  }

  /** True if instances take turns. */
  public boolean isElected() {
    return !lease.namespace().isEmpty();
  }

  /** True while this instance holds the lease. */
  public boolean isHeld() {
    return leads.get();
  }

  /** The calls at the start and the end of the leadership. */
  public LeaderCallbacks callbacks() {
    return new LeaderCallbacks(() -> leads.set(true), () -> leads.set(false), leader -> {});
  }

  /** Releases the lease, if there is one. */
  public void giveBack() {
    if (isElected()) {
      lease.giveBack();
    }
  }
}
