package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** ProfileJobs of one second, one after another, against one pod; and what they cost. */
final class JobSeries {

  /** The jobs between two rows of the table. */
  static final int ROW = 20;

  /** Linux counts CPU time in hundredths of a second. */
  private static final int MILLISECONDS_PER_TICK = 10;

  private static final Duration RECORDING = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofMinutes(3);

  private final Cluster cluster;
  private final String namespace;
  private final BurnerPod burner;
  private final Pod pod;
  private final OperatorReplicas operators;
  private final NodeProcess jvm;
  private final long started;
  /** From the creation of each job to its end, without its recording. */
  private final List<Double> seconds = new ArrayList<>();

  private final List<Long> operatorKb = new ArrayList<>();
  private long jvmTicks;
  private long kubeletTicks;

  JobSeries(Cluster cluster, BurnerPod burner, Pod pod) throws IOException {
    this.cluster = cluster;
    this.namespace = pod.getMetadata().getNamespace();
    this.burner = burner;
    this.pod = pod;
    this.operators = new OperatorReplicas(cluster);
    this.jvm = NodeProcess.of(pod.getStatus().getContainerStatuses().getFirst()).getFirst();
    this.started = jvm.started();
    System.out.printf(
        "%n%s%n%4s %10s %12s %15s %20s %12s%n",
        name(),
        "jobs",
        "containers",
        "pod object",
        "median seconds",
        "kubelet CPU per job",
        "operator RSS");
    kubeletTicks = NodeProcess.daemon("kubelet").cpuTicks();
  }

  /** The next job once it has ended; after each twentieth, a row of the table. */
  ProfileJob next() throws IOException {
    var began = System.nanoTime();
    var job = cluster.apply(
        namespace,
        "%s-%d".formatted(name(), seconds.size() + 1),
        "target: {pods: [%s]}, recording: {duration: %ds}"
            .formatted(name(), RECORDING.toSeconds()));
    var ended = cluster
        .client()
        .resource(job)
        .waitUntilCondition(JobSeries::isTerminal, SOON.toSeconds(), TimeUnit.SECONDS);
    var recording = ended.getStatus().recordings().isEmpty() ? 0 : RECORDING.toSeconds();
    seconds.add((System.nanoTime() - began) / 1e9 - recording);
    if (seconds.size() % ROW == 0) {
      row();
    }
    return ended;
  }

  /** Has that many jobs recorded, each with its recording in the store. */
  void record(int jobs) throws IOException {
    for (var i = 0; i < jobs; i++) {
      var job = next();
      assertThat(job.getStatus().phase())
          .as("%s: %s", job.getMetadata().getName(), job.getStatus())
          .isEqualTo(JobPhase.SUCCEEDED);
      assertThat(job.getStatus().recordings()).singleElement().satisfies(target -> {
        assertThat(target.endTime()).isNotNull();
        assertThat(StoredJob.of(job).has(target))
            .as(job.getMetadata().getName())
            .isTrue();
      });
    }
  }

  private void row() throws IOException {
    assertUnharmed();
    var ticks = NodeProcess.daemon("kubelet").cpuTicks();
    operatorKb.add(operators.leading().getFirst().status("VmRSS"));
    System.out.printf(
        Locale.ROOT,
        "%4d %10d %9d kB %15.1f %17d ms %9d MB%n",
        seconds.size(),
        ephemeral().size(),
        podBytes() / 1000,
        medianAfter(seconds.size() - ROW),
        (ticks - kubeletTicks) * MILLISECONDS_PER_TICK / ROW,
        operatorKb.getLast() / 1024);
    kubeletTicks = ticks;
  }

  /** The same process of the same container, which works and answers. */
  void assertUnharmed() throws IOException {
    assertThat(current().getStatus().getContainerStatuses())
        .extracting(ContainerStatus::getRestartCount)
        .containsOnly(0);
    assertThat(jvm.started()).as("the JVM is another process").isEqualTo(started);
    jvmTicks = await("the JVM works").atMost(SOON).until(jvm::cpuTicks, now -> now > jvmTicks);
    assertThat(burner.answers(pod)).isNotEmpty();
  }

  /** The median seconds from creation to end, without the recording, of twenty jobs after so many. */
  double medianAfter(int jobs) {
    var sorted = seconds.stream().skip(jobs).limit(ROW).sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  /** The same of the slowest job after so many. */
  double longestAfter(int jobs) {
    return seconds.stream().skip(jobs).mapToDouble(s -> s).max().orElseThrow();
  }

  int number() {
    return seconds.size();
  }

  /** The operator's resident memory now, beyond its highest in the rows before; garbage makes it vary. */
  long operatorGrowthKb(int jobsBefore) {
    return operatorKb.getLast()
        - operatorKb.stream().limit(jobsBefore / ROW).max(Long::compare).orElseThrow();
  }

  Pod current() {
    return cluster.client().resource(pod).get();
  }

  /** The names of the pod's ephemeral containers. */
  List<String> ephemeral() {
    return current().getSpec().getEphemeralContainers().stream()
        .map(c -> c.getName())
        .toList();
  }

  /** The pod's object as the API server sends it. */
  int podBytes() {
    return cluster
        .client()
        .raw("/api/v1/namespaces/%s/pods/%s".formatted(namespace, name()))
        .getBytes(StandardCharsets.UTF_8)
        .length;
  }

  /** The pod's version, once the kubelet has told that all sidecars have ended. */
  String settledVersion() {
    return await("all sidecars have ended")
        .atMost(SOON)
        .until(this::current, JobSeries::hasNoRunningSidecar)
        .getMetadata()
        .getResourceVersion();
  }

  private static boolean hasNoRunningSidecar(Pod pod) {
    return pod.getStatus().getEphemeralContainerStatuses().size()
            == pod.getSpec().getEphemeralContainers().size()
        && pod.getStatus().getEphemeralContainerStatuses().stream()
            .allMatch(c -> c.getState().getTerminated() != null);
  }

  private String name() {
    return pod.getMetadata().getName();
  }

  private static boolean isTerminal(ProfileJob job) {
    return job != null && job.getStatus() != null && job.getStatus().phase().isTerminal();
  }
}
