package dev.hotspotter.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this instance leads. The framework elects the first time; after that, it neither ends nor
 * elects again. So an instance whose lease expired, as while the API server was away, competes for
 * it here. If another instance has it, this one ends, and starts again as one that waits.
 */
public final class Leadership implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration RENEW = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(2);

  /** The name of the lease. */
  public static final String NAME = "hotspotter";

  private final LeaderLease lease;
  private final Runnable exit;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean leads;
  private volatile boolean hasLed;
  private volatile boolean isClosed;

  /** The operator's process ends by exit, which may block. */
  public Leadership(LeaderLease lease, Runnable exit) {
    this.lease = lease;
    this.exit = exit;
  }

  /** A leadership by a lease in this namespace; an empty one means that no other instance exists. */
  public static Optional<Leadership> of(
      KubernetesClient client, String namespace, String identity, Runnable exit) {
    return Optional.of(namespace)
        .filter(name -> !name.isEmpty())
        .map(name -> new Leadership(new LeaderLease(client, name, NAME, identity), exit));
  }

  /** To be called by the election. */
  public LeaderCallbacks callbacks() {
    return new LeaderCallbacks(this::won, this::lost, this::isHeldBy);
  }

  public boolean leads() {
    return leads;
  }

  private void won() {
    leads = true;
    if (hasLed) {
      LOG.info("leads again");
    }
    hasLed = true;
  }

  private void lost() {
    leads = false;
    if (!isClosed) {
      LOG.warn("could not renew the lease in time; carries out no job until it leads again");
      elect();
    }
  }

  private void elect() {
    var lock = new LeaseLock(lease.namespace(), lease.name(), lease.identity());
    new LeaderElectorBuilder(lease.client(), threads)
        .withConfig(
            new LeaderElectionConfig(lock, LEASE, RENEW, RETRY, callbacks(), false, lease.name()))
        .build()
        .start();
  }

  /** Ends the process from another thread, because the election would wait for its own end. */
  private void isHeldBy(String identity) {
    var isAnother = identity != null && !identity.isEmpty() && !identity.equals(lease.identity());
    if (hasLed && isAnother && !isClosed) {
      leads = false;
      isClosed = true;
      LOG.warn("{} leads now; ends, to start again as an instance that waits", identity);
      Thread.ofPlatform().start(exit);
    }
  }

  /** Lets another instance lead at once. */
  public void giveBack() {
    lease.giveBack();
  }

  /** Competes no longer. */
  @Override
  public void close() {
    isClosed = true;
    threads.shutdownNow();
  }
}
