package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.select.Pods;
import dev.hotspotter.select.SidecarCapacity;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A month of hourly jobs against one pod, in one night. Ephemeral containers stay for the pod's
 * life, so there is a limit. Up to it nothing is lost and nothing slows down; beyond it each job
 * says so at once, and leaves the pod alone. Only make test-month runs this.
 */
@ResourceLock(Cluster.OPERATOR_AND_STORE)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonthE2E {

  private static final String NAMESPACE = "month";
  private static final int JOBS = 700;
  /** The chart's default. */
  private static final int LIMIT = 60;
  /** The largest value that the chart admits; the pods here have one container of their own. */
  private static final int LARGEST_LIMIT = SidecarCapacity.MOST_CONTAINERS - 1;

  /** A quarter of the 1.5 MiB that etcd admits. */
  private static final int MOST_POD_BYTES = 400_000;

  private static final double MOST_SLOWDOWN = 3;
  private static final long MOST_GROWTH_KB = 64 * 1024;
  private static final double AT_ONCE = 10;
  /** The operator believes no earlier look at a container. */
  private static final Duration SETTLED = Duration.ofMinutes(5);

  private final BurnerPod burner = BurnerPod.restricted(1000, 1000).limited("cpu", "300m");
  private Cluster cluster;
  private OperatorReplicas operators;
  private double ordinaryStart;
  private Pod pair;

  @BeforeAll
  void startPods() {
    cluster = new Cluster();
    cluster.namespace(NAMESPACE, "restricted");
    operators = new OperatorReplicas(cluster);
    ordinaryStart = secondsToStart("before");
    pair = burner.besideShell().start(cluster.client(), NAMESPACE, "pair", 25);
  }

  @AfterAll
  void leave() throws IOException {
    cluster.close();
  }

  @Test
  void seven_hundred_jobs_against_one_pod() throws Exception {
    var restarts = operators.restarts();
    var jobs =
        new JobSeries(cluster, burner, burner.start(cluster.client(), NAMESPACE, "hourly", 25));

    jobs.record(LIMIT);
    assertCostsNoMore(jobs, LIMIT);
    assertRefused(
        jobs,
        JOBS - LIMIT,
        "the pod has 60 ephemeral containers, and the limit is 60; restart it, or raise sidecar.maxPerPod");

    assertThat(jobs.operatorGrowthKb(LIMIT)).as("kB").isLessThan(MOST_GROWTH_KB);
    assertThat(operators.restarts()).isEqualTo(restarts);
    assertNodeStartsPods();
  }

  @Test
  void the_largest_limit_that_can_be_set() throws Exception {
    Cluster.change("sidecar.maxPerPod=" + LARGEST_LIMIT);
    try {
      operators.awaitReady(1);
      var jobs =
          new JobSeries(cluster, burner, burner.start(cluster.client(), NAMESPACE, "largest", 25));

      jobs.record(LARGEST_LIMIT);
      assertCostsNoMore(jobs, LARGEST_LIMIT);
      assertRefused(
          jobs,
          JobSeries.ROW,
          "the pod has 68 containers, 67 of them ephemeral, and in a pod of more than 68 the kubelet cuts"
              + " a sidecar's report too short; restart it");
      assertNodeStartsPods();
    } finally {
      Cluster.rollBack();
      operators.awaitReady(1);
    }
  }

  @Test
  void a_container_without_a_jvm_takes_one_place_for_all_jobs() throws Exception {
    await("both containers have settled")
        .atMost(SETTLED.plusMinutes(1))
        .until(() -> Pods.runningSince(pair, "beside")
            .orElseThrow()
            .isBefore(Instant.now().minus(SETTLED)));
    var jobs = new JobSeries(cluster, burner, pair);

    jobs.record(LIMIT - 1);

    assertThat(jobs.ephemeral())
        .hasSize(LIMIT)
        .filteredOn(name -> name.endsWith("-beside"))
        .hasSize(1);
    assertRefused(jobs, JobSeries.ROW, "the pod has 60 ephemeral containers");
  }

  /** Nothing grows but the pod's object, and that within bounds. */
  private static void assertCostsNoMore(JobSeries jobs, int limit) {
    assertThat(jobs.ephemeral()).hasSize(limit);
    var slowdown = jobs.medianAfter(limit - JobSeries.ROW) / jobs.medianAfter(0);
    System.out.printf(
        "%d kB at the limit of %d, slower by a factor of %.2f%n",
        jobs.podBytes() / 1000, limit, slowdown);
    assertThat(slowdown).isLessThan(MOST_SLOWDOWN);
    assertThat(jobs.podBytes()).isLessThan(MOST_POD_BYTES);
  }

  /** That many jobs more fail at once with the fix, and write nothing to the pod. */
  private static void assertRefused(JobSeries jobs, int more, String words) throws IOException {
    var recorded = jobs.number();
    var version = jobs.settledVersion();
    for (var i = 0; i < more; i++) {
      assertRefused(jobs.next(), words);
    }
    assertThat(jobs.longestAfter(recorded)).as("seconds").isLessThan(AT_ONCE);
    assertThat(jobs.settledVersion()).as("nobody has written to the pod").isEqualTo(version);
    jobs.assertUnharmed();
  }

  private static void assertRefused(ProfileJob job, String words) {
    assertThat(job.getStatus().phase()).isEqualTo(JobPhase.FAILED);
    assertThat(job.getStatus().recordings()).isEmpty();
    assertThat(job.getStatus().conditions())
        .filteredOn(condition -> condition.type().equals("Failed"))
        .singleElement()
        .satisfies(condition -> {
          assertThat(condition.reason()).isEqualTo(Reasons.TOO_MANY_EPHEMERAL_CONTAINERS);
          assertThat(condition.message()).contains(words);
        });
  }

  private void assertNodeStartsPods() {
    var seconds = secondsToStart("after");
    System.out.printf("another pod starts in %.1f s, in %.1f s before%n", seconds, ordinaryStart);
    assertThat(seconds).isLessThan(ordinaryStart + AT_ONCE);
  }

  /** The seconds until a new pod on the node is ready and its JVM answers. */
  private double secondsToStart(String name) {
    var began = System.nanoTime();
    var pod = burner.start(cluster.client(), NAMESPACE, name, 25);
    var seconds = (System.nanoTime() - began) / 1e9;
    cluster.client().resource(pod).withGracePeriod(0).delete();
    return seconds;
  }
}
