package dev.hotspotter.telemetry;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.WorkloadNames;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One set of series per existing ProfileJob, in the manner of kube-state-metrics: read from the jobs at each scrape, so that
 * the series of a deleted job are gone with it. Of finished jobs the newest have series: a scrape stays small however many are kept.
 */
public final class JobMetrics {

  /** Adds one sample: its value and the values of its labels. */
  private interface Series {
    void add(double value, String... labels);
  }

  /** About 12 series each. */
  private static final int MOST_FINISHED = 1_000;

  private static final Set<String> ENDS = Set.of("Complete", "Failed");
  /** As in status.hottest: Message.uniqueId 31.4 %. */
  private static final Pattern HEADLINE = Pattern.compile("(.+) ([0-9]{1,3}(?:[.][0-9]+)?) %");

  private static final Logger LOG = LoggerFactory.getLogger(JobMetrics.class);

  private final List<BiConsumer<ProfileJob, Series>> readers = new ArrayList<>();
  private final PrometheusRegistry registry;
  private final Supplier<Collection<ProfileJob>> jobs;

  private JobMetrics(PrometheusRegistry registry, Supplier<Collection<ProfileJob>> jobs) {
    this.registry = registry;
    this.jobs = jobs;
  }

  /**
   * Registers what metrics tell of jobs.
   *
   * @param unreadable those that are not among the jobs, because they are set aside
   * @param names false leaves out all that is about a single job
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

  private static void registerCount(PrometheusRegistry registry, Supplier<Collection<ProfileJob>> jobs) {
    GaugeWithCallback.builder()
        .name("hotspotter_profilejobs")
        .help(
            "How many ProfileJobs exist, by phase. The series of single jobs are those of unfinished jobs and of the %d that finished last."
                .formatted(MOST_FINISHED))
        .labelNames("phase")
        .callback(out -> counts(jobs.get()).forEach((phase, count) -> out.call(count, phase.word())))
        .register(registry);
  }

  private static Map<JobPhase, Long> counts(Collection<ProfileJob> jobs) {
    var counts = new EnumMap<JobPhase, Long>(JobPhase.class);
    Stream.of(JobPhase.values()).forEach(phase -> counts.put(phase, 0L));
    jobs.forEach(job -> counts.merge(phase(job), 1L, Long::sum));
    return counts;
  }

  private static JobPhase phase(ProfileJob job) {
    return Optional.ofNullable(job.getStatus()).map(ProfileJobStatus::phase).orElse(JobPhase.PENDING);
  }

  private void registerAll(Supplier<Collection<ProfileJob>> unreadable) {
    GaugeWithCallback.builder()
        .name("hotspotter_profilejob_unreadable")
        .help("1 for a ProfileJob that the operator has set aside, because its spec or its status cannot be read; no series for the"
            + " others.")
        .labelNames("namespace", "profilejob")
        .callback(out -> Stream.concat(unreadable.get().stream(), unseen()).forEach(job -> out.call(1, identity(job))))
        .register(registry);
    gauge(
        "hotspotter_profilejob_info",
        "Always 1. What a ProfileJob records, of which workloads, and once it has an outcome its reason, its hottest frame and its links;"
            + " empty until then.",
        JobMetrics::info,
        "uid", "events", "workloads", "reason", "hottest", "report_url", "flamegraph_url");
    gauge(
        "hotspotter_profilejob_created",
        "Unix time in seconds at which a ProfileJob was created.",
        (job, series) -> series.add(seconds(job.getMetadata().getCreationTimestamp())));
    gauge(
        "hotspotter_profilejob_completion_time",
        "Unix time in seconds at which a ProfileJob reached its last phase; no series before.",
        (job, series) -> {
          if (job.getStatus() != null && job.getStatus().completionTime() != null) {
            series.add(seconds(job.getStatus().completionTime()));
          }
        });
    gauge(
        "hotspotter_profilejob_status_phase",
        "1 for the phase that a ProfileJob is in, 0 for the others of Pending, Running, Succeeded and Failed.",
        JobMetrics::phases,
        "phase");
    gauge(
        "hotspotter_profilejob_status_targets",
        "How many targets of a ProfileJob were selected, how many of them have succeeded and how many failed; no series before targets"
            + " are selected.",
        JobMetrics::targets,
        "state");
    gauge(
        "hotspotter_profilejob_recorded_bytes",
        "Size of a ProfileJob's recordings in the object store, without the flame graphs made of them; no series before targets are"
            + " selected.",
        (job, series) -> recordings(job).ifPresent(all -> series.add(all.stream().mapToLong(JobMetrics::bytes).sum())));
    gauge(
        "hotspotter_profilejob_hottest_ratio",
        "The share of samples, 0 to 1, of a ProfileJob's hottest frame; one series per job, and none while there is no such frame.",
        JobMetrics::hottest,
        "frame");
  }

  private static void info(ProfileJob job, Series series) {
    var status = job.getStatus();
    series.add(
        1,
        job.getMetadata().getUid(),
        job.getSpec().recording().events().stream().map(Event::word).collect(Collectors.joining(",")),
        WorkloadNames.of(job),
        text(status == null ? null : reason(status)),
        text(status == null ? null : status.hottest()),
        text(status == null ? null : status.report()),
        text(status == null ? null : status.flameGraph()));
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
        .filter(condition -> ENDS.contains(condition.type()) && condition.status().equals("True"))
        .map(Condition::reason)
        .findFirst()
        .orElse(null);
  }

  private static Optional<List<RecordingStatus>> recordings(ProfileJob job) {
    return Optional.ofNullable(job.getStatus()).map(ProfileJobStatus::recordings);
  }

  private static long bytes(RecordingStatus recording) {
    return recording.phase() == RecordingPhase.SUCCEEDED && recording.bytes() != null ? recording.bytes() : 0;
  }

  private static void hottest(ProfileJob job, Series series) {
    var headline = HEADLINE.matcher(text(job.getStatus() == null ? null : job.getStatus().hottest()));
    if (headline.matches()) {
      series.add(Double.parseDouble(headline.group(2)) / 100, headline.group(1));
    }
  }

  /** Those of which some series cannot be made. */
  private Stream<ProfileJob> unseen() {
    return jobs.get().stream().filter(job -> !readers.stream().allMatch(read -> adds(read, job, (value, labels) -> {})));
  }

  /** False for a job of which no such series can be made: the others have theirs. */
  private static boolean adds(BiConsumer<ProfileJob, Series> read, ProfileJob job, Series series) {
    try {
      read.accept(job, series);
      return true;
    } catch (RuntimeException e) {
      LOG.debug("no series of {}", job.getMetadata().getName(), e);
      return false;
    }
  }

  private void gauge(String name, String help, BiConsumer<ProfileJob, Series> read, String... labels) {
    readers.add(read);
    var all = concat(new String[] {"namespace", "profilejob"}, labels);
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(all)
        .callback(out -> jobs.get().forEach(job -> adds(read, job, (value, values) -> out.call(value, concat(identity(job), values)))))
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
