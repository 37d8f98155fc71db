package dev.hotspotter.telemetry;

import dev.hotspotter.api.Reasons;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counters of the operator's own work. */
public final class OperatorMetrics {

  private static final String OTHER = "Other";
  private static final String GIVEN_UP = "given_up";

  private final Map<String, Counter> failures;
  private final Counter injections;
  private final Counter harmedJobs;
  private final Timer renders;
  private final Map<String, Counter> pushes;

  public OperatorMetrics(MeterRegistry registry) {
    this.failures = Stream.concat(Reasons.OF_FAILED_TARGETS.stream(), Stream.of(OTHER))
        .collect(Collectors.toMap(reason -> reason, reason -> failures(registry, reason)));
    this.injections = Counter.builder("hotspotter_sidecar_injections")
        .description("Sidecars put into target pods.")
        .register(registry);
    this.harmedJobs = Counter.builder("hotspotter_harmed_jobs")
        .description(
            "ProfileJobs in which a JVM ended during its recording, or within a minute after.")
        .register(registry);
    this.renders = Timer.builder("hotspotter_render")
        .description("Seconds to fetch, render and store one recording.")
        .register(registry);
    this.pushes = Stream.of("sent", "postponed", "refused", GIVEN_UP)
        .collect(Collectors.toMap(outcome -> outcome, outcome -> pushes(registry, outcome)));
  }

  public void sidecarInjected() {
    injections.increment();
  }

  public void jobHarmed() {
    harmedJobs.increment();
  }

  /** An unknown reason counts as Other: targets can write false reports, and must not create series. */
  public void recordingFailed(String reason) {
    failures.getOrDefault(reason, failures.get(OTHER)).increment();
  }

  public void rendered(Duration took) {
    renders.record(took);
  }

  /** Counts one try to send a recording to Pyroscope, by its outcome. */
  public void pushed(String outcome) {
    pushes.get(outcome).increment();
  }

  public void pushesGivenUp(int recordings) {
    pushes.get(GIVEN_UP).increment(recordings);
  }

  /** Registers the number of recordings that wait for Pyroscope; each scrape asks for it. */
  public static void waitingPushes(MeterRegistry registry, Supplier<Number> waiting) {
    Gauge.builder("hotspotter_pyroscope_pending", waiting)
        .description("Recordings of ended jobs that the operator still tries to send to Pyroscope.")
        .register(registry);
  }

  private static Counter pushes(MeterRegistry registry, String outcome) {
    return Counter.builder("hotspotter_pyroscope_pushes")
        .description(
            "Attempts to send a recording to Pyroscope by outcome (sent, postponed, refused), and recordings given_up.")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Each series starts at zero: Prometheus' increase() misses the first step of a series that starts at one. */
  private static Counter failures(MeterRegistry registry, String reason) {
    return Counter.builder("hotspotter_recording_failures")
        .description("Targets that could not be profiled, by reason.")
        .tag("reason", reason)
        .register(registry);
  }
}
