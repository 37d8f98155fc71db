package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Faults of the operator and of the API server. */
final class ControlFaults {

  private static final Duration HALF_MINUTE = Duration.ofSeconds(30);

  /** In both forms. */
  static final List<Fault> QUICK = List.of(
      Fault.of(Part.CONTROL, "operator killed (SIGKILL)", 50, ControlFaults::kill)
          .has(Effect.RESTARTS_OPERATOR),
      Fault.of(Part.CONTROL, "operator frozen (SIGSTOP)", 5, ControlFaults::freeze)
          .has(Effect.RESTARTS_OPERATOR),
      Fault.of(Part.CONTROL, "leader of two operators killed", 20, ControlFaults::killLeader)
          .has(Effect.RESTARTS_OPERATOR, Effect.NEEDS_TWO_OPERATORS),
      Fault.of(
          Part.CONTROL,
          "API server unreachable",
          5,
          bench -> cutApiServer(bench, Duration.ofSeconds(20), HALF_MINUTE)),
      Fault.of(Part.CONTROL, "etcd killed", 5, bench -> killDaemon("etcd")));

  /** Only operator/upgrade.sh installs an earlier version first. */
  private static final int UPGRADES = Boolean.getBoolean("faults.upgrade") ? 1 : 0;

  /** In the whole form. */
  static final List<Fault> SLOW = List.of(
      Fault.of(Part.CONTROL, "operator out of memory (OOM kill)", 5, ControlFaults::exhaust)
          .has(Effect.RESTARTS_OPERATOR),
      Fault.of(Part.CONTROL, "operator rolled over (new pod)", 10, ControlFaults::rollOver)
          .has(Effect.RESTARTS_OPERATOR),
      Fault.atOnce(
              Part.CONTROL,
              "operator upgraded from an earlier version",
              UPGRADES,
              ControlFaults::upgrade)
          .has(Effect.RESTARTS_OPERATOR, Effect.NEEDS_LONG_RECORDINGS),
      Fault.of(Part.CONTROL, "leader of two frozen until another leads", 5, ControlFaults::overtake)
          .has(Effect.RESTARTS_OPERATOR, Effect.NEEDS_TWO_OPERATORS),
      Fault.of(Part.CONTROL, "operator's clock 10 min ahead", 3, bench -> Set.of())
          .has(Effect.OPERATOR_TEN_MINUTES_AHEAD),
      Fault.of(Part.CONTROL, "operator's clock 10 min behind", 3, bench -> Set.of())
          .has(Effect.OPERATOR_TEN_MINUTES_BEHIND),
      Fault.of(Part.CONTROL, "API server frozen", 5, ControlFaults::freezeApiServer),
      Fault.of(Part.CONTROL, "API server killed", 5, bench -> killDaemon("kube-apiserver")),
      Fault.of(
          Part.CONTROL,
          "watches cut",
          10,
          bench -> cutApiServer(bench, Duration.ofSeconds(1), Duration.ofSeconds(1))),
      Fault.of(
          Part.CONTROL,
          "API server unreachable for 5 min",
          1,
          bench -> cutApiServer(bench, Duration.ofMinutes(5), Duration.ofMinutes(5))));

  private ControlFaults() {}

  private static Set<String> kill(FaultBench bench) throws Exception {
    var replicas = new OperatorReplicas(bench.cluster());
    for (var process : replicas.leading()) {
      process.signal("KILL");
    }
    replicas.awaitReady(1);
    return Set.of();
  }

  private static Set<String> exhaust(FaultBench bench) throws Exception {
    var replicas = new OperatorReplicas(bench.cluster());
    var leader = replicas.leader();
    replicas.leading().getFirst().exhaustMemory(1000);
    await("the kernel killed it")
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(() -> replicas.pods().stream()
            .filter(pod -> pod.getMetadata().getName().equals(leader))
            .map(pod -> pod.getStatus().getContainerStatuses().getFirst().getLastState())
            .anyMatch(state -> state.getTerminated() != null
                && "OOMKilled".equals(state.getTerminated().getReason())));
    replicas.awaitReady(1);
    return Set.of();
  }

  private static Set<String> freeze(FaultBench bench) throws Exception {
    var replicas = new OperatorReplicas(bench.cluster());
    try (var frozen = new Frozen(replicas.leading())) {
      bench.hold(Duration.ofSeconds(20), Duration.ofSeconds(60));
    }
    replicas.awaitReady(1);
    return Set.of();
  }

  private static Set<String> killLeader(FaultBench bench) throws Exception {
    var replicas = new OperatorReplicas(bench.cluster());
    for (var process : replicas.leading()) {
      process.signal("KILL");
    }
    replicas.awaitReady(2);
    return Set.of();
  }

  /** As in an upgrade: the new pod is ready before the old one stops. */
  private static Set<String> rollOver(FaultBench bench) throws Exception {
    var replicas = new OperatorReplicas(bench.cluster());
    var before = replicas.restarts().keySet();
    bench
        .cluster()
        .client()
        .apps()
        .deployments()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName("hotspotter")
        .rolling()
        .restart();
    await("the old pod is gone")
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(() -> Collections.disjoint(replicas.restarts().keySet(), before));
    replicas.awaitReady(1);
    return Set.of();
  }

  /** The chart brings the CRD, too. */
  private static Set<String> upgrade(FaultBench bench) throws Exception {
    bench.anyRunningSidecar();
    Cluster.run(
        "helm",
        "upgrade",
        "hotspotter",
        Cluster.REPOSITORY.resolve("charts/hotspotter").toString(),
        "--namespace=" + Cluster.OPERATOR_NAMESPACE,
        "--reset-values",
        "--wait",
        "--timeout=6m");
    new OperatorReplicas(bench.cluster()).awaitReady(1);
    assertThat(bench.runningSidecars()).as("sidecars of the earlier version").isNotEmpty();
    return Set.of();
  }

  /** The old leader comes back, believes that it leads, notices that it does not, and ends. */
  private static Set<String> overtake(FaultBench bench) throws Exception {
    var replicas = new OperatorReplicas(bench.cluster());
    var leader = replicas.leader();
    var restarts = replicas.restarts().get(leader);
    try (var frozen = new Frozen(replicas.leading())) {
      await("another leads")
          .atMost(FaultBench.SOON)
          .ignoreExceptions()
          .until(() -> isAnother(replicas.leader(), leader));
      bench.hold(Duration.ofSeconds(5));
    }
    await("the old leader starts anew")
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(() -> !restarts.equals(replicas.restarts().get(leader)));
    replicas.awaitReady(2);
    return Set.of();
  }

  private static boolean isAnother(String now, String before) {
    return now != null && !now.isEmpty() && !now.equals(before);
  }

  private static Set<String> cutApiServer(FaultBench bench, Duration quick, Duration whole)
      throws Exception {
    try (var cut = NodeNetwork.withoutApiServer()) {
      bench.hold(quick, whole);
    }
    return Set.of();
  }

  private static Set<String> freezeApiServer(FaultBench bench) throws Exception {
    try (var frozen = new Frozen(List.of(NodeProcess.daemon("kube-apiserver")))) {
      bench.hold(HALF_MINUTE);
    }
    return Set.of();
  }

  /** The node starts it again, as systemd does. */
  static Set<String> killDaemon(String name) throws Exception {
    var killed = NodeProcess.daemon(name);
    killed.kill();
    await(name + " is back").atMost(FaultBench.SOON).until(() -> isBack(name, killed));
    return Set.of();
  }

  private static boolean isBack(String name, NodeProcess killed) throws Exception {
    try {
      return NodeProcess.daemon(name).pid() != killed.pid();
    } catch (AssertionError e) {
      return false;
    }
  }
}
