package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.plan.AbridgedJob;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/** The memory of one watch over jobs: those that run as a whole, finished ones abridged. */
final class RememberedJobs extends BasicItemStore<ProfileJob> {

  RememberedJobs() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public ProfileJob put(String key, ProfileJob job) {
    return super.put(key, AbridgedJob.isEnoughFor(job) ? AbridgedJob.of(job) : job);
  }
}
