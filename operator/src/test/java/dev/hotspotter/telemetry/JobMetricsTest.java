package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.api.spec.WorkloadRef;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.publish.StatusDraft;
import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.Targets;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobMetricsTest {

  private static final String UID = "1f0c3a5e-7d24-4c0b-9c55-0d6e8f1a2b3c";
  private static final String PAGE = "http://localhost:8080/jobs/shop/checkout-cpu-1f0c3a5e/";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final List<ProfileJob> jobs = new ArrayList<>();

  @BeforeEach
  void register() {
    JobMetrics.register(registry.getPrometheusRegistry(), () -> jobs, List::of, true);
  }

  @Test
  void a_finished_job_is_told_in_full() {
    jobs.add(finished());

    assertThat(series())
        .containsExactlyInAnyOrder(
            info(
                "cpu,alloc",
                "a,b",
                "Recorded",
                "Message.uniqueId 31.4 %",
                PAGE,
                PAGE + "merged/cpu.html"),
            "hotspotter_profilejob_created{namespace=\"shop\",profilejob=\"checkout-cpu\"} 1.7952552E9",
            "hotspotter_profilejob_completion_time{namespace=\"shop\",profilejob=\"checkout-cpu\"} 1.795255262E9",
            phase("Pending", 0),
            phase("Running", 0),
            phase("Succeeded", 1),
            phase("Failed", 0),
            targets("selected", 2),
            targets("succeeded", 1),
            targets("failed", 1),
            "hotspotter_profilejob_recorded_bytes{namespace=\"shop\",profilejob=\"checkout-cpu\"} 182733.0",
            "hotspotter_profilejob_hottest_ratio{frame=\"Message.uniqueId\","
                + "namespace=\"shop\",profilejob=\"checkout-cpu\"} 0.314");
  }

  @Test
  void a_job_of_which_no_series_can_be_made_takes_none_from_the_others() {
    var bad = Jobs.job();
    bad.getMetadata().setName("bad");
    bad.setSpec(null);
    jobs.add(bad);
    jobs.add(finished());

    assertThat(series())
        .contains(
            "hotspotter_profilejob_unreadable{namespace=\"shop\",profilejob=\"bad\"} 1.0",
            targets("selected", 2))
        .noneMatch(line ->
            line.startsWith("hotspotter_profilejob_unreadable") && line.contains("checkout-cpu"));
  }

  @Test
  void without_names_nothing_is_told_of_a_single_job() {
    var nameless = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    JobMetrics.register(nameless.getPrometheusRegistry(), () -> jobs, List::of, false);
    jobs.add(finished());

    assertThat(nameless.scrape().lines().filter(line -> !line.startsWith("#")))
        .containsExactlyInAnyOrder(
            "hotspotter_profilejobs{phase=\"Pending\"} 0.0",
            "hotspotter_profilejobs{phase=\"Running\"} 0.0",
            "hotspotter_profilejobs{phase=\"Succeeded\"} 1.0",
            "hotspotter_profilejobs{phase=\"Failed\"} 0.0");
  }

  @Test
  void a_failed_job_says_why() {
    var job = Jobs.running(Jobs.job());
    var refused = new Condition(
        "Failed", "True", "NoTargets", "no pod has these labels", Jobs.START.toString(), 1L);
    job.setStatus(ProfileJobStatusBuilder.builder(job.getStatus())
        .phase(JobPhase.FAILED)
        .conditions(List.of(refused))
        .build());
    jobs.add(job);

    assertThat(series())
        .contains(info("cpu", "", "NoTargets", "", "", ""))
        .noneMatch(line -> line.contains("hottest_ratio"));
  }

  @Test
  void a_workload_that_the_job_names_needs_no_pods() {
    jobs.add(Jobs.job(TargetBuilder.builder(Jobs.target(null))
        .selector(null)
        .workloadRef(new WorkloadRef(null, "Deployment", "notifier"))
        .build()));

    assertThat(series()).contains(info("cpu", "notifier", "", "", "", ""));
  }

  @Test
  void many_workloads_are_named_by_the_first_ten_of_them() {
    jobs.add(Jobs.running(
        Jobs.job(),
        IntStream.range(10, 40)
            .mapToObj(i -> Targets.pending("w" + i + "-0"))
            .toArray(RecordingStatus[]::new)));

    assertThat(series())
        .contains(info("cpu", "w10,w11,w12,w13,w14,w15,w16,w17,w18,w19", "", "", "", ""));
  }

  @Test
  void a_job_that_nobody_has_looked_at_yet_is_pending() {
    jobs.add(Jobs.job());

    assertThat(series())
        .containsExactlyInAnyOrder(
            info("cpu", "", "", "", "", ""),
            "hotspotter_profilejob_created{namespace=\"shop\",profilejob=\"checkout-cpu\"} 1.7952552E9",
            phase("Pending", 1),
            phase("Running", 0),
            phase("Succeeded", 0),
            phase("Failed", 0));
  }

  @Test
  void the_series_of_a_deleted_job_are_gone_with_it() {
    jobs.add(finished());
    assertThat(series()).isNotEmpty();

    jobs.clear();

    assertThat(series()).isEmpty();
  }

  @Test
  void each_name_has_a_type_and_a_sentence_of_help() {
    jobs.add(finished());

    assertThat(lines("# TYPE hotspotter_profilejob_"))
        .hasSize(7)
        .allMatch(line -> line.endsWith(" gauge"));
    assertThat(lines("# HELP hotspotter_profilejob_"))
        .hasSize(7)
        .allMatch(line -> line.endsWith("."));
  }

  private static ProfileJob finished() {
    var job = Jobs.running(Jobs.job(Event.CPU, Event.ALLOC));
    var targets = List.of(
        RecordingStatusBuilder.builder(Targets.succeeded("a")).bytes(182_733L).build(),
        Targets.failed("b", "NoJvmFound", "there is none"));
    var merged = Optional.<MergeOutcome>of(new MergeOutcome.Merged(
        Set.of("a/app"), Hottest.of("Message.uniqueId", 31.4), Optional.empty()));
    job.setStatus(new StatusDraft("http://localhost:8080", job, Jobs.START.plusSeconds(62))
        .running(targets, merged));
    return job;
  }

  private List<String> series() {
    return lines("hotspotter_profilejob_");
  }

  private List<String> lines(String beginning) {
    return Arrays.stream(registry.scrape().split("\n"))
        .filter(line -> line.startsWith(beginning))
        .toList();
  }

  private static String info(
      String events,
      String workloads,
      String reason,
      String hottest,
      String report,
      String flameGraph) {
    return ("hotspotter_profilejob_info{events=\"%s\",flamegraph_url=\"%s\",hottest=\"%s\","
            + "namespace=\"shop\",profilejob=\"checkout-cpu\","
            + "reason=\"%s\",report_url=\"%s\",uid=\"%s\",workloads=\"%s\"} 1.0")
        .formatted(events, flameGraph, hottest, reason, report, UID, workloads);
  }

  private static String phase(String phase, int value) {
    return "hotspotter_profilejob_status_phase{namespace=\"shop\",phase=\"%s\",profilejob=\"checkout-cpu\"} %d.0"
        .formatted(phase, value);
  }

  private static String targets(String state, int value) {
    return "hotspotter_profilejob_status_targets{namespace=\"shop\",profilejob=\"checkout-cpu\",state=\"%s\"} %d.0"
        .formatted(state, value);
  }
}
