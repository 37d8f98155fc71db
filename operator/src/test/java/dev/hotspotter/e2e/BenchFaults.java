package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Faults of jobs and targets, and changes that people make to them. */
final class BenchFaults {

  private static final String[] AWAY = {
    Reasons.POD_GONE,
    Reasons.CONTAINER_STOPPED,
    Reasons.POD_NOT_RUNNING,
    Reasons.POD_NOT_FOUND,
    "Interrupted"
  };
  private static final String[] ENDED = {
    Reasons.JVM_EXITED,
    Reasons.SIDECAR_NOT_STARTED,
    Reasons.POD_NOT_RUNNING,
    Reasons.POD_NOT_READY,
    "JvmStarting"
  };

  static final List<Fault> ALL = List.of(
      Fault.of(Part.BENCH, "target's pod deleted", 10, BenchFaults::delete)
          .failsVictims(AWAY)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's pod evicted", 10, BenchFaults::evict)
          .failsVictims(AWAY)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's Deployment scaled in", 10, BenchFaults::scaleIn)
          .failsVictims(AWAY)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's JVM killed (SIGKILL)", 10, BenchFaults::kill)
          .failsVictims(ENDED)
          .failsOthers(Reasons.HARMED, Reasons.IMAGE_HARMED)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target out of memory (OOM kill)", 10, BenchFaults::exhaust)
          .failsVictims(ENDED)
          .failsOthers(Reasons.HARMED, Reasons.IMAGE_HARMED)
          .has(Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "target's JVM frozen (SIGSTOP)", 10, BenchFaults::freeze)
          .failsVictims("AttachFailed"),
      Fault.atOnce(Part.BENCH, "sidecar killed (SIGKILL)", 20, BenchFaults::killSidecar)
          .failsVictims(Reasons.SIDECAR_LOST),
      Fault.of(Part.BENCH, "job edited", 5, BenchFaults::edit),
      Fault.of(Part.BENCH, "job suspended and resumed", 10, BenchFaults::suspend)
          .failsOthers("Interrupted", Reasons.NO_SAMPLES),
      Fault.of(Part.BENCH, "job deleted", 10, BenchFaults::deleteJob).has(Effect.DELETES_JOBS),
      Fault.of(Part.BENCH, "namespace deleted", 5, BenchFaults::deleteNamespace)
          .has(Effect.DELETES_JOBS, Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "two jobs on the same pods", 5, BenchFaults::startAgain),
      Fault.of(Part.BENCH, "CRD applied again", 5, BenchFaults::applyCrd));

  private BenchFaults() {}

  private static Set<String> delete(FaultBench bench) {
    var pod = bench.anyPod();
    bench.cluster().client().resource(pod).delete();
    return name(pod);
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
    return name(pod);
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

  private static Set<String> kill(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    NodeProcess.of(app(pod)).getFirst().signal("KILL");
    return name(pod);
  }

  private static Set<String> exhaust(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    NodeProcess.of(app(pod)).getFirst().exhaustMemory(250);
    await("the kernel killed it").atMost(FaultBench.SOON).ignoreExceptions().until(() -> {
      var state = app(bench.cluster().client().resource(pod).get()).getLastState();
      return "OOMKilled".equals(state.getTerminated().getReason());
    });
    return name(pod);
  }

  private static Set<String> freeze(FaultBench bench) throws Exception {
    var pod = bench.anyPod();
    try (var frozen = new Frozen(NodeProcess.of(app(pod)))) {
      bench.hold(Duration.ofSeconds(10), Duration.ofSeconds(25));
    }
    return name(pod);
  }

  private static ContainerStatus app(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }

  /** At any moment of its life. */
  private static Set<String> killSidecar(FaultBench bench) throws Exception {
    var moment = bench.moment().dividedBy(2);
    while (true) {
      var running = bench.anyRunningSidecar();
      bench.hold(moment);
      var status =
          Pods.ephemeralStatus(running.getValue(), SidecarSpec.name(running.getKey(), "app"));
      var processes = NodeProcess.of(status.orElseThrow());
      if (!processes.isEmpty()) {
        processes.getFirst().signal("KILL");
        return name(running.getValue());
      }
      bench.startJob(name(running.getValue()));
      moment = moment.dividedBy(2);
    }
  }

  /** The API server refuses a change of what the job does; labels are free. */
  private static Set<String> edit(FaultBench bench) {
    var job = bench.jobs().getFirst();
    await("the job has started")
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(() -> bench.cluster().current(job).getStatus().startTime() != null);
    assertThatThrownBy(
            () -> patch(bench, job, "{\"spec\": {\"recording\": {\"duration\": \"1s\"}}}"))
        .isInstanceOf(KubernetesClientException.class);
    patch(bench, job, "{\"metadata\": {\"labels\": {\"edited\": \"yes\"}}}");
    return Set.of();
  }

  private static Set<String> suspend(FaultBench bench) {
    for (var job : bench.jobs()) {
      patch(bench, job, "{\"spec\": {\"suspend\": true}}");
    }
    bench.hold(Duration.ofSeconds(2));
    for (var job : bench.jobs()) {
      patch(bench, job, "{\"spec\": {\"suspend\": false}}");
    }
    return Set.of();
  }

  private static void patch(FaultBench bench, ProfileJob job, String json) {
    bench.cluster().client().resource(job).patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  private static Set<String> deleteJob(FaultBench bench) {
    bench.cluster().client().resource(bench.jobs().getFirst()).delete();
    return Set.of();
  }

  private static Set<String> deleteNamespace(FaultBench bench) {
    var namespace = bench.cluster().client().namespaces().withName(bench.namespace());
    namespace.delete();
    await("the namespace is gone")
        .atMost(FaultBench.SOON)
        .ignoreExceptions()
        .until(() -> namespace.get() == null);
    return bench.jvms().keySet();
  }

  private static Set<String> startAgain(FaultBench bench) {
    bench.startJob(bench.jvms().keySet());
    return Set.of();
  }

  private static Set<String> applyCrd(FaultBench bench) throws Exception {
    Cluster.run(
        "kubectl",
        "apply",
        "--server-side",
        "--force-conflicts",
        "-f",
        Cluster.REPOSITORY.resolve("crds/hotspotter.dev_profilejobs.yaml").toString());
    return Set.of();
  }

  private static Set<String> name(Pod pod) {
    return Set.of(pod.getMetadata().getName());
  }
}
