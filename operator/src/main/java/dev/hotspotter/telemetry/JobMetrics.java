package dev.hotspotter.telemetry;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One set of series per existing ProfileJob, in the manner of kube-state-metrics: read from the jobs at each scrape, so that
 * the series of a deleted job are gone with it. The number of series grows with jobs, never with frames or samples.
 */
public final class JobMetrics {

  /** Adds one sample: its value and the values of its labels. */
  private interface Series {
    void add(double value, String... labels);
  }

  private final PrometheusRegistry registry;
  private final Supplier<Collection<ProfileJob>> jobs;

  private JobMetrics(PrometheusRegistry registry, Supplier<Collection<ProfileJob>> jobs) {
    this.registry = registry;
    this.jobs = jobs;
  }

  public static void register(PrometheusRegistry registry, Supplier<Collection<ProfileJob>> jobs) {
    new JobMetrics(registry, jobs).registerAll();
  }

  private void registerAll() {
    gauge(
        "hotspotter_profilejob_info",
        "What a ProfileJob recorded and where its report is.",
        JobMetrics::info,
        "uid", "events", "hottest", "report_url", "flamegraph_url");
    gauge(
        "hotspotter_profilejob_created",
        "Unix time at which a ProfileJob was created.",
        (job, series) -> series.add(seconds(job.getMetadata().getCreationTimestamp())));
    gauge(
        "hotspotter_profilejob_completion_time",
        "Unix time at which a ProfileJob reached a terminal phase.",
        (job, series) -> {
          if (job.getStatus() != null && job.getStatus().completionTime() != null) {
            series.add(seconds(job.getStatus().completionTime()));
          }
        });
    gauge("hotspotter_profilejob_status_phase", "1 for a ProfileJob's current phase, 0 for the others.", JobMetrics::phases, "phase");
    gauge("hotspotter_profilejob_status_targets", "Targets of a ProfileJob by where they stand.", JobMetrics::targets, "state");
  }

  private static void info(ProfileJob job, Series series) {
    var status = job.getStatus();
    series.add(
        1,
        job.getMetadata().getUid(),
        job.getSpec().recording().events().stream().map(Event::word).collect(Collectors.joining(",")),
        text(status == null ? null : status.hottest()),
        text(status == null ? null : status.report()),
        text(status == null ? null : status.flameGraph()));
  }

  private static void phases(ProfileJob job, Series series) {
    var phase = job.getStatus() == null ? JobPhase.PENDING : job.getStatus().phase();
    for (var each : JobPhase.values()) {
      series.add(each == phase ? 1 : 0, each.word());
    }
  }

  private static void targets(ProfileJob job, Series series) {
    ProfileJobStatus status = job.getStatus();
    if (status == null || status.targets() == null) {
      return;
    }
    series.add(status.targets().selected(), "selected");
    series.add(status.targets().succeeded(), "succeeded");
    series.add(status.targets().failed(), "failed");
  }

  private void gauge(String name, String help, BiConsumer<ProfileJob, Series> read, String... labels) {
    var all = concat(new String[] {"namespace", "profilejob"}, labels);
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(all)
        .callback(out -> jobs.get().forEach(job -> read.accept(job, (value, values) -> out.call(value, concat(identity(job), values)))))
        .register(registry);
  }

  private static String[] identity(ProfileJob job) {
    return new String[] {job.getMetadata().getNamespace(), job.getMetadata().getName()};
  }

  private static String[] concat(String[] first, String[] second) {
    var all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  private static double seconds(String time) {
    return Instant.parse(time).getEpochSecond();
  }
}
