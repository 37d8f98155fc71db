package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.util.Set;

/** How ProfileJobs are watched: each namespace that is named by a watch of its own, and all others by one. */
public final class JobWatch extends ResolvedControllerConfiguration<ProfileJob> {

  /** At most 2.5 MB of JSON, as a status has at most 100 KB; to read it takes ten times as much. */
  private static final long JOBS_PER_PAGE = 25;

  private final InformerConfiguration<ProfileJob> watches;

  private JobWatch(ControllerConfiguration<ProfileJob> given) {
    watches = new Watches(
        given.getInformerConfig()); // before the framework's constructor, which asks for it
    super(given);
  }

  /** Over these namespaces, or over all if none is named. */
  public static ControllerConfiguration<ProfileJob> over(
      Set<String> namespaces, ControllerConfiguration<ProfileJob> given) {
    var changed = ControllerConfigurationOverrider.override(given)
        .withRetry(new GenericRetry()
            .setInitialInterval(500)
            .setIntervalMultiplier(1.5)
            .setMaxInterval(30_000)
            .withoutMaxAttempts())
        .withInformerListLimit(JOBS_PER_PAGE)
        .withGenerationAware(false)
        .withOnUpdateFilter(ProfileJobReconciler::isNews);
    return new JobWatch(
        (namespaces.isEmpty() ? changed : changed.settingNamespaces(namespaces)).build());
  }

  @Override
  public InformerConfiguration<ProfileJob> getInformerConfig() {
    return watches;
  }

  /**
   * What the framework asks for each watch. It would give all of them the same memory, and a watch that lists its namespace drops from
   * its memory whatever is not in the list.
   */
  private static final class Watches extends InformerConfiguration<ProfileJob> {

    Watches(InformerConfiguration<ProfileJob> given) {
      super(
          given.getResourceClass(),
          given.getName(),
          given.getNamespaces(),
          given.getFollowControllerNamespaceChanges(),
          given.getLabelSelector(),
          given.getOnAddFilter(),
          given.getOnUpdateFilter(),
          given.getOnDeleteFilter(),
          given.getGenericFilter(),
          null,
          given.getInformerListLimit(),
          given.getFieldSelector(),
          given.isComparableResourceVersions(),
          given.getGhostResourceCacheCheckInterval());
    }

    @Override
    public ItemStore<ProfileJob> getItemStore() {
      return new RememberedJobs();
    }
  }
}
