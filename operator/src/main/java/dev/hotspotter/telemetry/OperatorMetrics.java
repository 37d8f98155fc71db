package dev.hotspotter.telemetry;

import dev.hotspotter.api.Reasons;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the operator counts about its own work. */
public final class OperatorMetrics {

  private static final String OTHER = "Other";

  private final Map<String, Counter> failures;
  private final Counter injections;
  private final Timer renders;

  public OperatorMetrics(MeterRegistry registry) {
    this.failures =
        Stream.concat(Reasons.OF_FAILED_TARGETS.stream(), Stream.of(OTHER))
            .collect(Collectors.toMap(reason -> reason, reason -> failures(registry, reason)));
    this.injections =
        Counter.builder("hotspotter_sidecar_injections").description("Sidecars put into target pods.").register(registry);
    this.renders =
        Timer.builder("hotspotter_render").description("Seconds to fetch, render and store one recording.").register(registry);
  }

  public void sidecarInjected() {
    injections.increment();
  }

  /** A reason that nobody has heard of counts as Other: targets write their own reports, and must not make series at will. */
  public void recordingFailed(String reason) {
    failures.getOrDefault(reason, failures.get(OTHER)).increment();
  }

  public void rendered(Duration took) {
    renders.record(took);
  }

  /** There from the start at zero, because Prometheus' increase() does not see the first step of a series that begins at one. */
  private static Counter failures(MeterRegistry registry, String reason) {
    return Counter.builder("hotspotter_recording_failures")
        .description("Targets that could not be profiled, by reason.")
        .tag("reason", reason)
        .register(registry);
  }
}
