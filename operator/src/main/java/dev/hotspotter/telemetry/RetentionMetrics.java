package dev.hotspotter.telemetry;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** The store's size, and deletions from it. */
public final class RetentionMetrics {

  private final Counter deleted;
  private final Counter failures;
  private volatile Instant lastSweep;

  public RetentionMetrics(PrometheusRegistry registry) {
    deleted = Counter.builder()
        .withoutExemplars()
        .name("hotspotter_retention_deleted_jobs")
        .help(
            "Jobs whose recordings were deleted, by cause: MaxAge, MaxBytes, ReclaimPolicy, or Unfinished for the"
                + " rest of an earlier deletion.")
        .labelNames("cause")
        .register(registry);
    for (var cause : new String[] {"MaxAge", "MaxBytes", "ReclaimPolicy", "Unfinished"}) {
      deleted.initLabelValues(cause);
    }
    failures = Counter.builder()
        .withoutExemplars()
        .name("hotspotter_retention_failures")
        .help(
            "Failures to list a namespace or to delete a job's recordings; the operator tries each again.")
        .register(registry);
    GaugeWithCallback.builder()
        .name("hotspotter_retention_last_sweep_time")
        .help(
            "Unix time in seconds of the last sweep: the leader listed the whole store and deleted all that was due."
                + " No series before.")
        .callback(out ->
            Optional.ofNullable(lastSweep).ifPresent(time -> out.call(time.getEpochSecond())))
        .register(registry);
  }

  /** Each scrape asks for the values; an unknown capacity has no series. */
  public static void store(
      PrometheusRegistry registry, Supplier<Optional<Long>> bytes, Optional<Long> capacity) {
    GaugeWithCallback.builder()
        .name("hotspotter_store_bytes")
        .help(
            "Bytes of all recordings and rendered files, when the leader last listed the store; no series before.")
        .callback(out -> bytes.get().ifPresent(out::call))
        .register(registry);
    GaugeWithCallback.builder()
        .name("hotspotter_store_capacity_bytes")
        .help(
            "Capacity of the store, from objectStore.capacity or the embedded store's persistence.size; no series"
                + " without one.")
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
