package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A JVM that is profiled repeatedly uses no more memory after the last job than after the first.
 * This takes minutes of little work, so other tests run beside it.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = Cluster.OPERATOR_AND_STORE, mode = ResourceAccessMode.READ)
class LeakE2E {

  private static final String NAMESPACE = "leak";
  private static final int JOBS = 50;
  private static final long MOST_GROWTH_KB = 20 * 1024;

  /** The resources that a JVM holds; its heap has full size from the start. */
  private record Holdings(
      long residentKb,
      long threads,
      Map<String, Long> files,
      Set<String> temporaryFiles,
      int copies,
      long children) {

    static Holdings of(NodeProcess jvm) throws IOException {
      return new Holdings(
          jvm.status("VmRSS"),
          jvm.status("Threads"),
          jvm.openFiles(),
          jvm.temporaryFiles(),
          jvm.copies(),
          jvm.children());
    }

    /** The holdings without the resident size, which always differs. */
    Holdings sizeless() {
      return new Holdings(0, threads, files, temporaryFiles, copies, children);
    }
  }

  @Test
  void fifty_jobs_leave_what_one_leaves() throws Exception {
    try (var cluster = new Cluster()) {
      cluster.namespace(NAMESPACE, "restricted");
      var pod = BurnerPod.restricted(1000, 1000)
          .limited("cpu", "300m")
          .start(cluster.client(), NAMESPACE, "leak", 25);
      var jvm =
          NodeProcess.of(pod.getStatus().getContainerStatuses().getFirst()).getFirst();

      profile(cluster, 1);
      var first = Holdings.of(jvm);
      for (var job = 2; job <= JOBS; job++) {
        profile(cluster, job);
      }
      var last = Holdings.of(jvm);

      System.out.printf(
          "leak: RSS %d kB after the first job, %d kB after %d more%n",
          first.residentKb, last.residentKb, JOBS - 1);
      assertThat(last.residentKb - first.residentKb).isLessThan(MOST_GROWTH_KB);
      assertThat(last.sizeless()).isEqualTo(first.sizeless());
      assertThat(first.copies).isOne();
      assertThat(first.children).isZero();
      assertThat(first.temporaryFiles).allMatch(NodeProcess::mayStay);
      assertThat(restarts(cluster, pod)).isZero();
    }
  }

  private static void profile(Cluster cluster, int number) {
    var job = cluster.apply(
        NAMESPACE,
        "leak-" + number,
        "target: {selector: {matchLabels: {app: leak}}}, recording: {duration: 1s}");
    var ended = cluster
        .client()
        .resource(job)
        .waitUntilCondition(LeakE2E::isTerminal, 180, TimeUnit.SECONDS);
    assertThat(ended.getStatus().phase())
        .as("job %d: %s", number, ended.getStatus())
        .isEqualTo(JobPhase.SUCCEEDED);
  }

  private static boolean isTerminal(ProfileJob job) {
    return job != null && job.getStatus() != null && job.getStatus().phase().isTerminal();
  }

  private static int restarts(Cluster cluster, Pod pod) {
    return cluster
        .client()
        .resource(pod)
        .get()
        .getStatus()
        .getContainerStatuses()
        .getFirst()
        .getRestartCount();
  }
}
