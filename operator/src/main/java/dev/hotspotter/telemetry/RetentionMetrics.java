package dev.hotspotter.telemetry;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** How full the store is, and what was deleted from it. */
public final class RetentionMetrics {

  private final Counter deleted;
  private final Counter failures;
  private volatile Instant lastSweep;

  public RetentionMetrics(PrometheusRegistry registry) {
    deleted =
        Counter.builder()
            .withoutExemplars()
            .name("hotspotter_retention_deleted_jobs")
            .help("Jobs whose recordings were deleted, by cause: MaxAge, MaxBytes, ReclaimPolicy, or Unfinished for the rest of an earlier try.")
            .labelNames("cause")
            .register(registry);
    for (var cause : new String[] {"MaxAge", "MaxBytes", "ReclaimPolicy", "Unfinished"}) {
      deleted.initLabelValues(cause);
    }
    failures =
        Counter.builder()
            .withoutExemplars()
            .name("hotspotter_retention_failures")
            .help("Namespaces that could not be listed and jobs whose recordings could not be deleted; each is tried again.")
            .register(registry);
    GaugeWithCallback.builder()
        .name("hotspotter_retention_last_sweep_time")
        .help("Unix time in seconds at which the leader last went through the whole store and could delete all that was due; no series before.")
        .callback(out -> Optional.ofNullable(lastSweep).ifPresent(time -> out.call(time.getEpochSecond())))
        .register(registry);
  }

  /** Asked for at each scrape; capacity has no series where it is not known. */
  public static void store(PrometheusRegistry registry, Supplier<Optional<Long>> bytes, Optional<Long> capacity) {
    GaugeWithCallback.builder()
        .name("hotspotter_store_bytes")
        .help("Size of all recordings and what was made of them, when the leader last listed the store; no series before.")
        .callback(out -> bytes.get().ifPresent(out::call))
        .register(registry);
    GaugeWithCallback.builder()
        .name("hotspotter_store_capacity_bytes")
        .help("Size of the object store, as objectStore.capacity or the embedded store's persistence.size says; no series where neither does.")
        .callback(out -> capacity.ifPresent(out::call))
        .register(registry);
  }

  public void deleted(String cause) {
    deleted.labelValues(cause).inc();
  }

  public void failed() {
    failures.inc();
  }

  public void swept(Instant at) {
    lastSweep = at;
  }
}
