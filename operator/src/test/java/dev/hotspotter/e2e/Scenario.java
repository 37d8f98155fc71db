package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;

/**
 * A workload of src/test/workloads in two pods, before and after a change, and three jobs. The
 * first one profiles the first pod. The others profile either pod, and are compared with the first
 * job.
 */
record Scenario(String name, String recording, Side before, Side after) {

  static final String NAMESPACE = "scenarios";

  /** Generous, as the machine may be busy. */
  private static final Duration SOON = Duration.ofMinutes(5);

  /** Makes HotSpot exact about inlined methods, because the expected values are about methods. */
  private static final String EXACT = "-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints";

  /** A workload with its arguments, on a JDK. */
  record Side(int jdk, String workload) {}

  /** The jobs once they have ended, and what the first pod has written. */
  record Outcome(ProfileJob before, ProfileJob again, ProfileJob after, String log) {}

  /** A change of the workload itself, on the newest JDK. */
  static Scenario of(String name, String recording, String before, String after) {
    return new Scenario(name, recording, new Side(25, before), new Side(25, after));
  }

  Outcome run(Cluster cluster) {
    var first = start(cluster, before, "before");
    var second = start(cluster, after, "after");
    warm(cluster, first);
    warm(cluster, second);
    var baseline = cluster.finished(apply(cluster, "before", "before", ""), SOON);
    var compared = ", baseline: {job: %s-before}".formatted(name);
    var again = apply(cluster, "again", "before", compared);
    var changed = apply(cluster, "after", "after", compared);
    var outcome = new Outcome(
        baseline,
        cluster.finished(again, SOON),
        cluster.finished(changed, SOON),
        log(cluster, first));
    cluster.client().resource(first).delete();
    cluster.client().resource(second).delete();
    return outcome;
  }

  private Pod start(Cluster cluster, Side side, String label) {
    return BurnerPod.restricted(1000, 1000)
        .requesting("cpu", "200m")
        .running(0, "exec $JAVA %s scenario.%s".formatted(EXACT, side.workload()))
        .start(cluster.client(), NAMESPACE, pod(label), side.jdk());
  }

  private static void warm(Cluster cluster, Pod pod) {
    await("the workload of %s is warm".formatted(pod.getMetadata().getName()))
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .until(() -> log(cluster, pod).contains("warm"));
  }

  private static String log(Cluster cluster, Pod pod) {
    return cluster.client().pods().resource(pod).inContainer("app").getLog();
  }

  private ProfileJob apply(Cluster cluster, String job, String pod, String more) {
    var spec = "target: {selector: {matchLabels: {app: %s}}}, recording: {duration: 10s, %s}%s"
        .formatted(pod(pod), recording, more);
    return cluster.apply(NAMESPACE, name + "-" + job, spec);
  }

  private String pod(String label) {
    return name + "-" + label;
  }

  @Override
  public String toString() {
    return name;
  }
}
