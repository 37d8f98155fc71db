package dev.hotspotter;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.cluster.NamespaceCache;
import dev.hotspotter.config.OperatorConfig;
import dev.hotspotter.retention.Ledger;
import dev.hotspotter.retention.QuotaCheck;
import dev.hotspotter.retention.Sweep;
import dev.hotspotter.retention.Sweeper;
import dev.hotspotter.retention.Tombstones;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.telemetry.RetentionMetrics;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The object store, with its quota check and the sweeper that deletes from it. */
record StoreKeeping(
    ObjectStore store, StoredArtifacts artifacts, QuotaCheck quotas, Sweeper sweeper) {

  /** Builds all four. mayDelete is true while jobs has every job and no other instance leads. */
  static StoreKeeping of(
      OperatorConfig config,
      KubernetesClient client,
      Supplier<Collection<ProfileJob>> jobs,
      BooleanSupplier mayDelete,
      PrometheusRegistry registry,
      Clock clock) {
    var bucket = new ObjectStore(config.store(), clock);
    var namespaces = new ClusterNamespaces(new NamespaceCache(client), config.namespaces());
    var settings = config.retention();
    var ledger = new Ledger();
    var metrics = new RetentionMetrics(registry);
    RetentionMetrics.store(registry, ledger::total, settings.capacity());
    var sweep = new Sweep(
        bucket, namespaces, config.namespaces(), jobs, mayDelete, settings, ledger, metrics, clock);
    var store = bucket.inNamespaces(namespaces);
    return new StoreKeeping(
        store,
        new StoredArtifacts(store, new Tombstones(bucket), namespaces),
        new QuotaCheck(bucket, namespaces, settings, sweep, ledger, clock),
        new Sweeper(sweep, ledger, mayDelete, clock));
  }
}
