package dev.hotspotter;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.config.OperatorConfigBuilder;
import dev.hotspotter.testing.FakeKubelet;
import dev.hotspotter.testing.Surroundings;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A namespace, the whole operator for it, and its pods and jobs. */
final class OperatorScene implements AutoCloseable {

  static final Duration SOON = Duration.ofMinutes(2);

  /** Of pods whose sidecars record until they get an order. */
  static final Map<String, String> UNTIL_ORDERED =
      Map.of(FakeKubelet.PLAY, FakeKubelet.UNTIL_ORDERED);

  private final Surroundings surroundings;
  private final KubernetesClient client;
  private final String namespace;
  private HotspotterOperator operator;

  /** Starts no operator yet. */
  OperatorScene(Surroundings surroundings) {
    this.surroundings = surroundings;
    client = surroundings.client();
    namespace = surroundings.namespace();
  }

  /** The usual settings of an operator for this namespace. */
  OperatorConfigBuilder config() {
    return TestOperator.config(namespace, surroundings.s3().settings());
  }

  /** Starts the operator; the one that runs ends before. */
  void start(OperatorConfigBuilder config, Clock clock) {
    close();
    operator = new HotspotterOperator(config.build(), client, clock);
    operator.start();
  }

  void start(OperatorConfigBuilder config) {
    start(config, Clock.systemUTC());
  }

  String namespace() {
    return namespace;
  }

  HotspotterOperator operator() {
    return operator;
  }

  /** Runs pods with the container app and the label app: notifier. */
  List<Pod> pods(Map<String, String> annotations, String... names) {
    return Stream.of(names)
        .map(name -> surroundings.pod(namespace, name, annotations, "app"))
        .toList();
  }

  PodResource pod(String name) {
    return client.pods().inNamespace(namespace).withName(name);
  }

  /** Creates a job with these fields of its spec, in YAML's short form. */
  ProfileJob create(String name, String spec) {
    var yaml = """
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: %s}
        spec: {%s}
        """.formatted(name, namespace, spec);
    return client
        .resource(client.getKubernetesSerialization().unmarshal(yaml, ProfileJob.class))
        .create();
  }

  /** The job as the API server has it; null if it was deleted. */
  ProfileJob current(ProfileJob job) {
    return client.resource(job).get();
  }

  ProfileJob until(ProfileJob job, Predicate<ProfileJob> wanted) {
    return await().atMost(SOON).until(() -> current(job), wanted);
  }

  void suspend(ProfileJob job, boolean suspend) {
    client
        .resource(job)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\": {\"suspend\": %s}}".formatted(suspend));
  }

  void delete(ProfileJob job) {
    client.resource(job).delete();
  }

  /** The reasons of the namespace's Kubernetes events. */
  List<String> eventReasons() {
    return client.v1().events().inNamespace(namespace).list().getItems().stream()
        .map(Event::getReason)
        .toList();
  }

  /** The phases of the job's targets, in words. */
  static List<String> phases(ProfileJob job) {
    return job.getStatus() == null
        ? List.of()
        : job.getStatus().recordings().stream()
            .map(RecordingStatus::phase)
            .map(RecordingPhase::word)
            .toList();
  }

  @Override
  public void close() {
    if (operator != null) {
      operator.close();
      operator = null;
    }
  }
}
