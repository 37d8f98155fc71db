package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.testing.S3Proxy;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Faults of the object store and of the node's daemons. */
final class NodeFaults {

  private static final String STORE = "hotspotter-store-0";
  private static final int PORT = 7070;
  /** As pods see it; see operator/local-cluster/README.md. */
  private static final String MACHINE = "10.244.0.254";

  private static final String UPLOAD = "(PUT|POST) [^?]*";

  /** In both forms. */
  static final List<Fault> QUICK = List.of(
      Fault.of(Part.NODE, "object store killed", 10, NodeFaults::killStore),
      Fault.of(Part.NODE, "object store away", 5, NodeFaults::removeStore),
      Fault.of(Part.NODE, "kubelet killed", 10, bench -> ControlFaults.killDaemon("kubelet")),
      // The kubelet never starts an ephemeral container again whose start failed.
      Fault.of(Part.NODE, "containerd killed", 10, bench -> ControlFaults.killDaemon("containerd"))
          .failsOthers(Reasons.SIDECAR_NOT_STARTED),
      Fault.of(Part.NODE, "object store frozen", 5, NodeFaults::freezeStore));

  /** In the whole form. */
  static final List<Fault> SLOW = List.of(
      Fault.of(Part.NODE, "kubelet frozen, node not ready", 5, NodeFaults::freezeKubelet)
          .failsOthers(Reasons.SIDECAR_NOT_STARTED, "StartedTooLate"),
      Fault.of(Part.NODE, "node's disk nearly full, a pod evicted", 3, NodeFaults::fillDisk)
          .failsVictims(JvmFaults.ENDED)
          .failsOthers(Reasons.HARMED, Reasons.IMAGE_HARMED, Reasons.SIDECAR_NOT_STARTED)
          .has(Effect.RESTARTS_VICTIMS, Effect.RESTARTS_OPERATOR),
      Fault.of(Part.NODE, "object store slow", 5, NodeFaults::slowStore),
      Fault.atOnce(
          Part.NODE, "object store refuses (503)", 5, bench -> replaceStore(bench, 503, ".*")),
      Fault.atOnce(
          Part.NODE, "object store full (507)", 5, bench -> replaceStore(bench, 507, UPLOAD)),
      Fault.atOnce(
              Part.NODE,
              "object store lies (200, stores nothing)",
              5,
              bench -> replaceStore(bench, 200, "POST [^?]*"))
          .failsOthers(Reasons.RECORDING_MISSING));

  private NodeFaults() {}

  /** Long enough for the node controller to take the node's pods out of their Services. */
  private static Set<String> freezeKubelet(FaultBench bench) throws Exception {
    try (var frozen = new Frozen(List.of(NodeProcess.daemon("kubelet")))) {
      awaitNode(bench, "Ready", "Unknown");
      bench.hold(Duration.ofSeconds(5));
    }
    awaitNode(bench, "Ready", "True");
    awaitStore(bench);
    return Set.of();
  }

  /** The kubelet deletes ended containers first, then evicts pods one by one. */
  private static Set<String> fillDisk(FaultBench bench) throws Exception {
    var disk = Path.of("/run/hotspotter/state");
    var file = disk.resolve("filled-by-a-fault");
    var store = Files.getFileStore(disk);
    try {
      Cluster.run(
          "fallocate",
          "--length",
          Long.toString(store.getUsableSpace() - store.getTotalSpace() / 50),
          file.toString());
      awaitNode(bench, "DiskPressure", "True");
      await("a pod is evicted")
          .atMost(FaultBench.SOON)
          .ignoreExceptions()
          .until(() -> !evicted(bench).isEmpty());
    } finally {
      Files.deleteIfExists(file);
    }
    awaitNode(bench, "DiskPressure", "False");
    awaitStore(bench);
    new OperatorReplicas(bench.cluster()).awaitReady(1);
    return evicted(bench);
  }

  /** A pod that another one has replaced is gone. */
  private static Set<String> evicted(FaultBench bench) {
    return bench.pods().stream()
        .filter(pod -> "Evicted".equals(pod.getStatus().getReason()))
        .map(pod -> pod.getMetadata().getName())
        .collect(Collectors.toSet());
  }

  private static void awaitNode(FaultBench bench, String condition, String status) {
    await("the node's %s is %s".formatted(condition, status))
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(() -> bench
            .cluster()
            .client()
            .nodes()
            .list()
            .getItems()
            .getFirst()
            .getStatus()
            .getConditions()
            .stream()
            .anyMatch(c -> c.getType().equals(condition) && c.getStatus().equals(status)));
  }

  private static Set<String> killStore(FaultBench bench) throws Exception {
    for (var process : store(bench)) {
      process.signal("KILL");
    }
    awaitStore(bench);
    return Set.of();
  }

  private static Set<String> freezeStore(FaultBench bench) throws Exception {
    try (var frozen = new Frozen(store(bench))) {
      bench.hold(Duration.ofSeconds(20), Duration.ofSeconds(40));
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
      try (var frozen = new Frozen(processes)) {
        bench.hold(Duration.ofMillis(900));
      }
      bench.hold(Duration.ofMillis(100));
    }
    awaitStore(bench);
    return Set.of();
  }

  /** Answers the code to new connections' requests that match, and passes the others on to the store. */
  private static Set<String> replaceStore(FaultBench bench, int code, String requests)
      throws Exception {
    var service = bench
        .cluster()
        .client()
        .services()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName("hotspotter-store")
        .get()
        .getSpec()
        .getClusterIP();
    var endpoint = "http://%s:%d".formatted(pod(bench).getStatus().getPodIP(), PORT);
    var answered = new AtomicInteger();
    bench.hold(bench.momentBeforeUploads());
    try (var proxy = new S3Proxy(
            InetAddress.getByName(MACHINE),
            new StoreSettings(endpoint, "local", "hotspotter", "", "", ""),
            code,
            (line, body) -> {
              if (line.matches(UPLOAD)) {
                answered.incrementAndGet();
              }
              return line.matches(requests);
            });
        var led = NodeNetwork.leading(service, PORT, proxy.address())) {
      bench.hold(Duration.ofSeconds(30));
    }
    assertThat(answered).as("uploads answered with " + code).hasPositiveValue();
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
