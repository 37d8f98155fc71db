package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.observe.ImageHistory;
import dev.hotspotter.publish.AbridgedJob;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All jobs in the framework's cache, finished ones abridged. It is empty until the operator has
 * started, whether it leads or not.
 */
public final class JobCache implements Supplier<Collection<ProfileJob>> {

  private final KubernetesClient client;

  private volatile IndexerResourceCache<ProfileJob> cache;

  public JobCache(KubernetesClient client) {
    this.client = client;
  }

  /** The unabridged job, from the API server if the cache has it abridged; empty if it is gone. */
  public Optional<ProfileJob> unabridged(ProfileJob job) {
    return AbridgedJob.canAbridge(job)
        ? Optional.ofNullable(client.resource(job).get())
            .filter(
                found -> found.getMetadata().getUid().equals(job.getMetadata().getUid()))
        : Optional.of(job);
  }

  void attach(IndexerResourceCache<ProfileJob> primaryCache) {
    cache = primaryCache;
  }

  /** All readable jobs. */
  @Override
  public Collection<ProfileJob> get() {
    return all().filter(job -> job.getUnreadable() == null).toList();
  }

  /** The other jobs of the job's namespace that harmed a target, by the image's id. */
  public Map<String, String> harmedImages(ProfileJob job) {
    return ImageHistory.harmed(job, get());
  }

  /** The unreadable jobs; only their metadata can be relied on. */
  public Collection<ProfileJob> unreadable() {
    return all().filter(job -> job.getUnreadable() != null).toList();
  }

  /** All jobs, also the unreadable ones. */
  public Collection<ProfileJob> existing() {
    return all().toList();
  }

  private Stream<ProfileJob> all() {
    return cache == null ? Stream.of() : cache.list();
  }
}
