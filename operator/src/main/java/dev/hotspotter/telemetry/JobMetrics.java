package dev.hotspotter.telemetry;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.layout.WorkloadNames;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One set of series per existing ProfileJob, like kube-state-metrics. Each scrape reads the jobs, so the series of a
 * deleted job are gone with it. Only the newest finished jobs have series, which keeps scrapes small.
 */
public final class JobMetrics {

  /** Adds one sample: its value and its labels' values. */
  private interface Series {
    void add(double value, String... labels);
  }

  /** About 12 series each. */
  private static final int MOST_FINISHED = 1_000;

  private static final Set<String> ENDS = Set.of("Complete", "Failed");

  private static final Logger LOG = LoggerFactory.getLogger(JobMetrics.class);

  private final List<BiConsumer<ProfileJob, Series>> readers = new ArrayList<>();
  private final PrometheusRegistry registry;
  private final Supplier<Collection<ProfileJob>> jobs;

  private JobMetrics(PrometheusRegistry registry, Supplier<Collection<ProfileJob>> jobs) {
    this.registry = registry;
    this.jobs = jobs;
  }

  /**
   * Registers the metrics of jobs.
   *
   * @param unreadable the unreadable jobs, which are not among the jobs
   * @param names false leaves out the metrics of single jobs
   */
  public static void register(
      PrometheusRegistry registry,
      Supplier<Collection<ProfileJob>> jobs,
      Supplier<Collection<ProfileJob>> unreadable,
      boolean names) {
    registerCount(registry, jobs);
    if (names) {
      new JobMetrics(registry, new JobsWithSeries(jobs, MOST_FINISHED)).registerAll(unreadable);
    }
  }

  private static void registerCount(
      PrometheusRegistry registry, Supplier<Collection<ProfileJob>> jobs) {
    GaugeWithCallback.builder()
        .name("hotspotter_profilejobs")
        .help(
            "The number of ProfileJobs, by phase. Unfinished jobs and the %d that finished last have their own series."
                .formatted(MOST_FINISHED))
        .labelNames("phase")
        .callback(out -> {
          var counts = jobs.get().stream()
              .collect(Collectors.groupingBy(JobMetrics::phase, Collectors.counting()));
          for (var phase : JobPhase.values()) {
            out.call(counts.getOrDefault(phase, 0L), phase.word());
          }
        })
        .register(registry);
  }

  private static JobPhase phase(ProfileJob job) {
    return Optional.ofNullable(job.getStatus())
        .map(ProfileJobStatus::phase)
        .orElse(JobPhase.PENDING);
  }

  private void registerAll(Supplier<Collection<ProfileJob>> unreadable) {
    GaugeWithCallback.builder()
        .name("hotspotter_profilejob_unreadable")
        .help("1 for a ProfileJob that the operator cannot read; no series for the others.")
        .labelNames("namespace", "profilejob")
        .callback(out -> Stream.concat(unreadable.get().stream(), unseen())
            .forEach(job -> out.call(1, identity(job))))
        .register(registry);
    gauge(
        "hotspotter_profilejob_info",
        "Always 1. A ProfileJob's events and workloads, and its outcome: reason, hottest frame and links. The outcome"
            + " is empty until the job ends.",
        JobMetrics::info,
        "uid",
        "events",
        "workloads",
        "reason",
        "hottest",
        "report_url",
        "flamegraph_url");
    gauge(
        "hotspotter_profilejob_created",
        "Unix time in seconds of a ProfileJob's creation.",
        (job, series) -> series.add(seconds(job.getMetadata().getCreationTimestamp())));
    gauge(
        "hotspotter_profilejob_completion_time",
        "Unix time in seconds of a ProfileJob's end; no series before.",
        (job, series) -> {
          if (job.getStatus() != null && job.getStatus().completionTime() != null) {
            series.add(seconds(job.getStatus().completionTime()));
          }
        });
    gauge(
        "hotspotter_profilejob_status_phase",
        "1 for a ProfileJob's phase, 0 for the others of Pending, Running, Succeeded and Failed.",
        JobMetrics::phases,
        "phase");
    gauge(
        "hotspotter_profilejob_status_targets",
        "The number of a ProfileJob's targets that were selected, succeeded or failed; no series before the selection.",
        JobMetrics::targets,
        "state");
    gauge(
        "hotspotter_profilejob_recorded_bytes",
        "Bytes of a ProfileJob's recordings in the store, without rendered files; no series before the selection.",
        (job, series) -> recordings(job)
            .ifPresent(
                all -> series.add(all.stream().mapToLong(JobMetrics::bytes).sum())));
    gauge(
        "hotspotter_profilejob_hottest_ratio",
        "The share of samples, 0 to 1, of a ProfileJob's hottest frame; one series per job, none without such a frame.",
        JobMetrics::hottest,
        "frame");
  }

  private static void info(ProfileJob job, Series series) {
    var status = Optional.ofNullable(job.getStatus());
    series.add(
        1,
        job.getMetadata().getUid(),
        job.getSpec().recording().types().stream()
            .map(Event::word)
            .collect(Collectors.joining(",")),
        WorkloadNames.of(job),
        status.map(JobMetrics::reason).orElse(""),
        status.map(ProfileJobStatus::hottest).map(Hottest::toString).orElse(""),
        status.map(ProfileJobStatus::report).orElse(""),
        status.map(ProfileJobStatus::flameGraph).orElse(""));
  }

  private static void phases(ProfileJob job, Series series) {
    for (var each : JobPhase.values()) {
      series.add(each == phase(job) ? 1 : 0, each.word());
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

  private static String reason(ProfileJobStatus status) {
    return status.conditions().stream()
        .filter(
            condition -> ENDS.contains(condition.type()) && condition.status().equals("True"))
        .map(Condition::reason)
        .findFirst()
        .orElse(null);
  }

  private static Optional<List<RecordingStatus>> recordings(ProfileJob job) {
    return Optional.ofNullable(job.getStatus()).map(ProfileJobStatus::recordings);
  }

  private static long bytes(RecordingStatus recording) {
    return recording.phase() == RecordingPhase.SUCCEEDED && recording.bytes() != null
        ? recording.bytes()
        : 0;
  }

  private static void hottest(ProfileJob job, Series series) {
    Optional.ofNullable(job.getStatus())
        .map(ProfileJobStatus::hottest)
        .ifPresent(hottest -> series.add(hottest.ratio(), hottest.frame()));
  }

  /** Jobs for which some series cannot be made. */
  private Stream<ProfileJob> unseen() {
    return jobs.get().stream()
        .filter(job -> !readers.stream().allMatch(read -> adds(read, job, (value, labels) -> {})));
  }

  /** False if the job cannot have the series; other jobs still have theirs. */
  private static boolean adds(BiConsumer<ProfileJob, Series> read, ProfileJob job, Series series) {
    try {
      read.accept(job, series);
      return true;
    } catch (RuntimeException e) {
      LOG.debug("no series of {}", job.getMetadata().getName(), e);
      return false;
    }
  }

  private void gauge(
      String name, String help, BiConsumer<ProfileJob, Series> read, String... labels) {
    readers.add(read);
    var all = concat(new String[] {"namespace", "profilejob"}, labels);
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(all)
        .callback(out -> jobs.get()
            .forEach(job ->
                adds(read, job, (value, values) -> out.call(value, concat(identity(job), values)))))
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

  private static double seconds(String time) {
    return Instant.parse(time).getEpochSecond();
  }
}
