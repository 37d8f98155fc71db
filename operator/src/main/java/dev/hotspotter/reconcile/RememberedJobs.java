package dev.hotspotter.reconcile;

import com.github.benmanes.caffeine.cache.Interner;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobSpec;
import dev.hotspotter.publish.AbridgedJob;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/** The memory of one watch over jobs: those that run as a whole, finished ones abridged, and one spec for all that are alike. */
final class RememberedJobs extends BasicItemStore<ProfileJob> {

  /** Jobs that somebody applies again and again differ by their names only. */
  private final Interner<ProfileJobSpec> specs = Interner.newWeakInterner();

  RememberedJobs() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public ProfileJob put(String key, ProfileJob job) {
    return super.put(key, AbridgedJob.isEnoughFor(job) ? abridged(job) : job);
  }

  private ProfileJob abridged(ProfileJob job) {
    var part = AbridgedJob.of(job);
    part.setSpec(specs.intern(part.getSpec()));
    return part;
  }
}
