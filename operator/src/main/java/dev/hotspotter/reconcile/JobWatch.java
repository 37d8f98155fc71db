package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.util.Set;

/** The watches over ProfileJobs: one for each named namespace, or one for all. */
public final class JobWatch extends ResolvedControllerConfiguration<ProfileJob> {

  /**
   * The page size: at most 2.5 MB of JSON, as a status has at most 100 KB. Parsing takes ten times
   * as much memory.
   */
  private static final long JOBS_PER_PAGE = 25;

  private final InformerConfiguration<ProfileJob> watches;

  private JobWatch(ControllerConfiguration<ProfileJob> given) {
    // before the framework's constructor, which reads it
    watches = new Watches(given.getInformerConfig());
    super(given);
  }

  /** Watches these namespaces, or all if none is named. */
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
        .withOnUpdateFilter(ProfileJobReconciler::needsPass);
    return new JobWatch(
        (namespaces.isEmpty() ? changed : changed.settingNamespaces(namespaces)).build());
  }

  @Override
  public InformerConfiguration<ProfileJob> getInformerConfig() {
    return watches;
  }

  /**
   * The framework's configuration of each watch, with a store of its own. A shared store would lose
   * jobs, because each watch deletes those that its own list lacks.
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
