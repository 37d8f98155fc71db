package dev.hotspotter;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.ProcessMatch;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Checks an installation: a job records the operator's own JVM. `helm test` runs it. */
public final class InstallCheck {

  private static final long PATIENCE_SECONDS = 90;

  /** Matches the operator's JVM; while it renders, its container has a second one. */
  private static final ProcessMatch OPERATOR =
      new ProcessMatch(HotspotterOperator.class.getName(), null);

  private InstallCheck() {}

  public static void main(String[] args) {
    var namespace = System.getenv("HOTSPOTTER_CHECK_NAMESPACE");
    var labels = Arrays.stream(System.getenv("HOTSPOTTER_CHECK_SELECTOR").split(","))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    try (var client = new KubernetesClientBuilder().build()) {
      System.exit(check(client, namespace, labels) ? 0 : 1);
    }
  }

  private static boolean check(
      KubernetesClient client, String namespace, Map<String, String> labels) {
    var job = client.resource(job(namespace, labels)).create();
    System.out.printf(
        "created ProfileJob %s; the operator records itself for 5 s%n",
        job.getMetadata().getName());
    try {
      var ended = client
          .resource(job)
          .waitUntilCondition(
              j -> j != null && j.getStatus() != null && j.getStatus().phase().isTerminal(),
              PATIENCE_SECONDS,
              TimeUnit.SECONDS);
      return report(ended.getStatus());
    } finally {
      client.resource(job).delete();
    }
  }

  private static boolean report(ProfileJobStatus status) {
    status
        .conditions()
        .forEach(c -> System.out.printf("%s: %s: %s%n", c.type(), c.reason(), c.message()));
    System.out.printf("phase %s, report %s%n", status.phase().word(), status.report());
    return status.phase() == JobPhase.SUCCEEDED;
  }

  private static ProfileJob job(String namespace, Map<String, String> labels) {
    var job = new ProfileJob();
    job.setMetadata(new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withGenerateName("install-check-")
        .build());
    job.setSpec(ProfileJobSpecBuilder.builder()
        .target(TargetBuilder.builder()
            .selector(new PodSelector(labels, null))
            .process(OPERATOR)
            .build())
        .recording(RecordingBuilder.builder()
            .duration("5s")
            .events(List.of(EventSpec.of(Event.WALL)))
            .build())
        .build());
    return job;
  }
}
