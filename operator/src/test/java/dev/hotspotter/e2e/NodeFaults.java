package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.e2e.Fault.Part;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Faults of the object store and of the node's daemons. */
final class NodeFaults {

  private static final String STORE = "hotspotter-store-0";

  static final List<Fault> ALL = List.of(
      Fault.of(Part.NODE, "object store killed", 10, NodeFaults::killStore),
      Fault.of(Part.NODE, "object store frozen for 40 s", 5, NodeFaults::freezeStore),
      Fault.of(Part.NODE, "object store away for 30 s", 5, NodeFaults::removeStore),
      Fault.of(Part.NODE, "object store slow for 30 s", 5, NodeFaults::slowStore),
      Fault.of(Part.NODE, "kubelet killed", 10, bench -> ControlFaults.killDaemon("kubelet")),
      Fault.of(
          Part.NODE, "containerd killed", 10, bench -> ControlFaults.killDaemon("containerd")));

  private NodeFaults() {}

  private static Set<String> killStore(FaultBench bench) throws Exception {
    for (var process : store(bench)) {
      process.signal("KILL");
    }
    awaitStore(bench);
    return Set.of();
  }

  private static Set<String> freezeStore(FaultBench bench) throws Exception {
    var processes = store(bench);
    for (var process : processes) {
      process.signal("STOP");
    }
    bench.hold(Duration.ofSeconds(20), Duration.ofSeconds(40));
    for (var process : processes) {
      process.signal("CONT");
    }
    awaitStore(bench);
    return Set.of();
  }

  private static Set<String> removeStore(FaultBench bench) throws Exception {
    scaleStore(bench, 0);
    bench.hold(Duration.ofSeconds(10), Duration.ofSeconds(30));
    scaleStore(bench, 1);
    awaitStore(bench);
    return Set.of();
  }

  private static void scaleStore(FaultBench bench, int replicas) {
    bench
        .cluster()
        .client()
        .apps()
        .statefulSets()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName("hotspotter-store")
        .scale(replicas);
  }

  /** It runs for a tenth of the time only. */
  private static Set<String> slowStore(FaultBench bench) throws Exception {
    var processes = store(bench);
    for (var second = 0; second < 30; second++) {
      for (var process : processes) {
        process.signal("STOP");
      }
      bench.hold(Duration.ofMillis(900));
      for (var process : processes) {
        process.signal("CONT");
      }
      bench.hold(Duration.ofMillis(100));
    }
    awaitStore(bench);
    return Set.of();
  }

  private static List<NodeProcess> store(FaultBench bench) throws IOException {
    return NodeProcess.of(pod(bench).getStatus().getContainerStatuses().getFirst());
  }

  private static Pod pod(FaultBench bench) {
    return bench
        .cluster()
        .client()
        .pods()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName(STORE)
        .get();
  }

  /** Replaces the pod if the kubelet holds it back after crashes. */
  static void awaitStore(FaultBench bench) {
    await("the store is ready").atMost(FaultBench.SOON).ignoreExceptions().until(() -> {
      var pod = pod(bench);
      var waiting = pod.getStatus().getContainerStatuses().getFirst().getState().getWaiting();
      if (waiting != null && "CrashLoopBackOff".equals(waiting.getReason())) {
        bench.cluster().client().resource(pod).withGracePeriod(0).delete();
      }
      return Readiness.isPodReady(pod);
    });
  }
}
