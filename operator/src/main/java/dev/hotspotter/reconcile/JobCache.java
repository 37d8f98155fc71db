package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.publish.AbridgedJob;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All jobs that exist, as the framework's watch knows them, finished ones abridged; empty until this instance leads. */
public final class JobCache implements Supplier<Collection<ProfileJob>> {

  private final KubernetesClient client;

  private volatile IndexerResourceCache<ProfileJob> cache;

  public JobCache(KubernetesClient client) {
    this.client = client;
  }

  /** The job with all that its status says, read from the API server if it is remembered abridged; empty if it is gone. */
  public Optional<ProfileJob> whole(ProfileJob job) {
    return AbridgedJob.isEnoughFor(job)
        ? Optional.ofNullable(client.resource(job).get())
            .filter(
                found -> found.getMetadata().getUid().equals(job.getMetadata().getUid()))
        : Optional.of(job);
  }

  void attach(IndexerResourceCache<ProfileJob> primaryCache) {
    cache = primaryCache;
  }

  /** All that can be worked with and shown. */
  @Override
  public Collection<ProfileJob> get() {
    return all().filter(job -> job.getUnreadable() == null).toList();
  }

  /** Those that are set aside, of which no more may be relied on than their metadata. */
  public Collection<ProfileJob> unreadable() {
    return all().filter(job -> job.getUnreadable() != null).toList();
  }

  /** All, also those of which no more than metadata may be relied on. */
  public Collection<ProfileJob> existing() {
    return all().toList();
  }

  private Stream<ProfileJob> all() {
    return cache == null ? Stream.of() : cache.list();
  }
}
