package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.e2e.Fault.Effect;
import dev.hotspotter.e2e.Fault.Part;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Changes that people make to jobs, their namespace and their CRD. */
final class JobFaults {

  /** In both forms. */
  static final List<Fault> QUICK = List.of(
      Fault.of(Part.BENCH, "job edited", 5, JobFaults::edit),
      Fault.of(Part.BENCH, "job suspended and resumed", 10, JobFaults::suspend)
          .failsOthers("Interrupted", Reasons.NO_SAMPLES),
      Fault.of(Part.BENCH, "job deleted", 10, JobFaults::deleteJob).has(Effect.DELETES_JOBS),
      Fault.of(Part.BENCH, "namespace deleted", 5, JobFaults::deleteNamespace)
          .has(Effect.DELETES_JOBS, Effect.RESTARTS_VICTIMS),
      Fault.of(Part.BENCH, "two jobs on the same pods", 5, JobFaults::startAgain),
      Fault.of(Part.BENCH, "CRD applied again", 5, JobFaults::applyCrd));

  private JobFaults() {}

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
}
