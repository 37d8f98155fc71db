package dev.hotspotter.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** What the operator counts about its own work. */
public final class OperatorMetrics {

  private final MeterRegistry registry;
  private final Counter injections;
  private final Timer renders;

  public OperatorMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.injections =
        Counter.builder("hotspotter_sidecar_injections").description("Sidecars put into target pods.").register(registry);
    this.renders =
        Timer.builder("hotspotter_render").description("Time to fetch, render and store one recording.").register(registry);
  }

  public void sidecarInjected() {
    injections.increment();
  }

  public void recordingFailed(String reason) {
    Counter.builder("hotspotter_recording_failures")
        .description("Targets that could not be profiled, by reason.")
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  public void rendered(Duration took) {
    renders.record(took);
  }
}
