package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets by workload, by sample and by turns, with the rights that the chart gives the operator. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SelectionE2E {

  private static final Duration SOON = Duration.ofMinutes(3);
  private static final String NAMESPACE = "selection";

  @AutoClose
  private Cluster cluster;

  @BeforeAll
  void connect() {
    cluster = new Cluster();
    cluster.namespace(NAMESPACE, "restricted");
  }

  @Test
  void the_pods_of_a_deployment() {
    var status = run(
        "demo",
        "deployment",
        "target: {workloadRef: {kind: Deployment, name: notifier}}, recording: {duration: 3s}");

    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.selector()).isEqualTo("app=notifier");
    assertThat(status.recordings()).hasSize(1);
  }

  /** Tests the right to read each kind, too: without it, the message would be another. */
  @ParameterizedTest
  @ValueSource(strings = {"Deployment", "StatefulSet", "ReplicaSet", "DaemonSet", "Job", "CronJob"})
  void a_workload_that_does_not_exist(String kind) {
    var status = run(
        "demo",
        "none-" + kind.toLowerCase(Locale.ROOT),
        "target: {workloadRef: {kind: %s, name: none}}".formatted(kind));

    assertThat(status.conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.FINISHED, "Failed");
    assertThat(status.conditions())
        .allSatisfy(
            c -> assertThat(c.reason()).as(c.message()).isEqualTo(Reasons.WORKLOAD_NOT_FOUND));
    assertThat(status.conditions().getLast().message())
        .contains("there is no %s none in namespace demo".formatted(kind));
  }

  @Test
  void a_sample_starts_together() throws Exception {
    for (var name : List.of("one", "two", "three")) {
      BurnerPod.restricted(1000, 1000).start(cluster.client(), NAMESPACE, name, 25);
    }
    var selector =
        "selector: {matchExpressions: [{key: app, operator: In, values: [one, two, three]}]}";

    var status = run(
        NAMESPACE,
        "sample",
        "target: {%s, sample: {size: 2, seed: 7}}, firstWave: All, recording: {duration: 10s}"
            .formatted(selector));

    assertThat(status.phase()).as("%s", status.conditions()).isEqualTo(JobPhase.SUCCEEDED);
    assertThat(status.conditions())
        .extracting(Condition::message)
        .contains(
            "2 of 3 selected at random with seed 7; at most 2 at a time on one node, which need 80 MiB of free memory");
    assertThat(status.targets().selected()).isEqualTo(2);
    assertThat(status.targets().succeeded()).isEqualTo(2);
    var report = new ObjectMapper().readTree(cluster.text(status.report() + "merged/report.json"));
    assertThat(report.at("/startSkewMillis").asLong())
        .as("all record at one time")
        .isBetween(0L, 9_999L);
  }

  @Test
  void two_jobs_on_one_container_take_turns() {
    var notifier = "target: {selector: {matchLabels: {app: notifier}}}, recording: {duration: 4s}";
    var first = cluster.apply("demo", "first", notifier);
    var second = cluster.apply("demo", "second", notifier);

    assertThat(cluster.finished(first, SOON).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
    var after = cluster.finished(second, SOON);
    assertThat(after.getStatus().phase())
        .as("%s", after.getStatus().conditions())
        .isEqualTo(JobPhase.SUCCEEDED);
    var pod = cluster.readyPods("demo", Map.of("app", "notifier")).getFirst();
    var periods = List.of(first, after).stream()
        .map(job -> Pods.ephemeralStatus(pod, SidecarSpec.name(job, "notifier"))
            .orElseThrow()
            .getState()
            .getTerminated())
        .sorted((a, b) -> a.getStartedAt().compareTo(b.getStartedAt()))
        .toList();
    assertThat(Instant.parse(periods.getLast().getStartedAt()))
        .isAfterOrEqualTo(Instant.parse(periods.getFirst().getFinishedAt()));
  }

  private ProfileJobStatus run(String namespace, String name, String spec) {
    return cluster.finished(cluster.apply(namespace, name, spec), SOON).getStatus();
  }
}
