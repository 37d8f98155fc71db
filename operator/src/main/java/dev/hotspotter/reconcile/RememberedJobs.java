package dev.hotspotter.reconcile;

import com.github.benmanes.caffeine.cache.Interner;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.publish.AbridgedJob;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/**
 * The store of one watch over jobs: running jobs in full, finished ones abridged. Equal specs share
 * one object.
 */
final class RememberedJobs extends BasicItemStore<ProfileJob> {

  /** Shares equal specs: jobs that are applied again and again differ only in name. */
  private final Interner<ProfileJobSpec> specs = Interner.newWeakInterner();

  RememberedJobs() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public ProfileJob put(String key, ProfileJob job) {
    return super.put(key, AbridgedJob.canAbridge(job) ? abridged(job) : job);
  }

  private ProfileJob abridged(ProfileJob job) {
    var part = AbridgedJob.of(job);
    part.setSpec(specs.intern(part.getSpec()));
    return part;
  }
}
