package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Faults of targets: their pods, and the sidecars in them. */
final class PodFaults {

  private static final String[] AWAY = {
    Reasons.POD_GONE,
    Reasons.CONTAINER_STOPPED,
    Reasons.POD_NOT_RUNNING,
    Reasons.POD_NOT_FOUND,
    "Interrupted",
    Reasons.NO_SAMPLES
  };

  /** In both forms. */
  static final List<Fault> QUICK = List.of(
      Fault.of(Part.BENCH, "target's pod deleted", 10, PodFaults::delete)
          .failsVictims(AWAY)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's pod evicted", 10, PodFaults::evict)
          .failsVictims(AWAY)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's Deployment scaled in", 10, PodFaults::scaleIn)
          .failsVictims(AWAY)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.atOnce(Part.BENCH, "sidecar killed (SIGKILL)", 20, PodFaults::killSidecar)
          .failsVictims(Reasons.SIDECAR_LOST));

  private PodFaults() {}

  private static Set<String> delete(FaultBench bench) {
    var pod = bench.anyPod();
    bench.cluster().client().resource(pod).delete();
    return FaultBench.names(pod);
  }

  private static Set<String> evict(FaultBench bench) {
    var pod = bench.anyPod();
    bench
        .cluster()
        .client()
        .pods()
        .inNamespace(bench.namespace())
        .withName(pod.getMetadata().getName())
        .evict();
    return FaultBench.names(pod);
  }

  private static Set<String> scaleIn(FaultBench bench) {
    bench.deploy(bench.size() - 1);
    var left = await("a pod is gone")
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(
            () -> bench.pods().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .map(pod -> pod.getMetadata().getName())
                .collect(Collectors.toSet()),
            names -> names.size() == bench.size() - 1);
    var gone = new HashSet<>(bench.jvms().keySet());
    gone.removeAll(left);
    return gone;
  }

  /** At any moment of its life. */
  private static Set<String> killSidecar(FaultBench bench) throws Exception {
    var moment = bench.momentBeforeUploads();
    while (true) {
      var running = bench.anyRunningSidecar();
      bench.hold(moment);
      var status =
          Pods.ephemeralStatus(running.getValue(), SidecarSpec.name(running.getKey(), "app"));
      var processes = NodeProcess.of(status.orElseThrow());
      if (!processes.isEmpty()) {
        processes.getFirst().signal("KILL");
        return FaultBench.names(running.getValue());
      }
      bench.startJob(FaultBench.names(running.getValue()));
      moment = moment.dividedBy(2);
    }
  }
}
