package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.plan.AbridgedJob;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/** The memory of the watch over jobs: those that run as a whole, finished ones abridged. */
public final class RememberedJobs extends BasicItemStore<ProfileJob> {

  public RememberedJobs() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public ProfileJob put(String key, ProfileJob job) {
    return super.put(key, AbridgedJob.isEnoughFor(job) ? AbridgedJob.of(job) : job);
  }
}
