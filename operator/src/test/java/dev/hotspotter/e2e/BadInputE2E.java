package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Users' mistakes and broken surroundings: each gives a reason and a sentence that helps, and harms no pod. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(Cluster.OPERATOR_AND_STORE)
class BadInputE2E {

  private static final String NOTIFIER = "target: {selector: {matchLabels: {app: notifier}}}";
  private static final Duration SOON = Duration.ofMinutes(3);

  @AutoClose
  private Cluster cluster;

  @BeforeAll
  void connect() {
    cluster = new Cluster();
  }

  @Test
  void a_selector_that_matches_nothing() {
    var job = cluster.apply("demo", "no-targets", "target: {selector: {matchLabels: {app: none}}}");

    assertFailed(cluster.finished(job, SOON), Reasons.NO_TARGETS, "matches target.selector");
  }

  @Test
  void a_pod_without_a_jvm() {
    var pod = withoutJvm("no-jvm");
    var job = cluster.apply(
        "no-jvm",
        "no-jvm",
        "target: {selector: {matchLabels: {app: shell}}}, recording: {duration: 5s}");

    assertFailed(cluster.finished(job, SOON), "NoJvmFound", "JVM");
    assertThat(restarts(cluster.client().resource(pod).get())).isZero();
  }

  @Test
  void a_container_that_the_pod_does_not_have() {
    var injections = sidecars(notifier());
    var job = cluster.apply(
        "demo",
        "no-container",
        "target: {selector: {matchLabels: {app: notifier}}, containers: [nginx]}");

    assertFailed(cluster.finished(job, SOON), Reasons.CONTAINER_NOT_FOUND, "nginx");
    assertThat(sidecars(notifier())).as("nothing was put into the pod").isEqualTo(injections);
  }

  @Test
  void a_sidecar_image_that_cannot_be_pulled() throws Exception {
    withoutJvm("no-image");
    var before = cluster.operatorPod();
    kubectl("set", "env", "deployment/hotspotter", "HOTSPOTTER_SIDECAR_IMAGE=localhost/none:1");
    try {
      kubectl("rollout", "status", "deployment/hotspotter", "--timeout=90s");
      // until it ends, it leads, with the image that it knows
      await().atMost(SOON).until(() -> current(before) == null);
      var applied = Instant.now();
      var job = cluster.apply(
          "no-image",
          "no-image",
          "target: {selector: {matchLabels: {app: shell}}}, recording: {duration: 5s}");

      assertFailed(cluster.finished(job, SOON), Reasons.IMAGE_PULL_FAILED, "localhost/none:1");
      assertThat(Duration.between(applied, Instant.now()))
          .as("not when its time is over")
          .isLessThan(Duration.ofSeconds(60));
    } finally {
      kubectl("rollout", "undo", "deployment/hotspotter");
      kubectl("rollout", "status", "deployment/hotspotter", "--timeout=90s");
    }
  }

  @Test
  void a_job_that_is_edited_after_it_started() throws Exception {
    var job = cluster.apply("demo", "edited", NOTIFIER + ", recording: {duration: 5s}");
    await()
        .until(
            () -> cluster.current(job),
            j -> j.getStatus() != null && j.getStatus().startTime() != null);

    var patch = new ProcessBuilder(
        "kubectl",
        "-n",
        "demo",
        "patch",
        "pfj",
        "edited",
        "--type=merge",
        "-p",
        "{\"spec\":{\"parallelism\":3}}");
    var output = new String(
        patch.redirectErrorStream(true).start().getInputStream().readAllBytes(),
        StandardCharsets.UTF_8);

    assertThat(output)
        .contains(
            "spec cannot be changed after the job has started, except suspend; create a new ProfileJob instead");
    assertThat(cluster.finished(job, SOON).getStatus().phase()).isEqualTo(JobPhase.SUCCEEDED);
  }

  @Test
  void a_job_that_is_deleted_while_it_records() throws Exception {
    var job = cluster.apply("demo", "deleted", NOTIFIER + ", recording: {duration: 6s}");
    await().atMost(SOON).until(() -> cluster.current(job), j -> isRecording(j));
    var sidecar = SidecarSpec.name(cluster.current(job), "notifier");

    cluster.client().resource(job).delete();

    await("the sidecar ends by itself")
        .atMost(SOON)
        .until(() ->
            Pods.ephemeralStatus(notifier(), sidecar).orElseThrow().getState().getTerminated()
                != null);
    assertThat(new NodeProcess(Cluster.jvm(notifier())).isProfiled())
        .as("the profiler has stopped")
        .isFalse();
    var next = cluster.apply("demo", "after-deleted", NOTIFIER + ", recording: {duration: 5s}");
    assertThat(cluster.finished(next, SOON).getStatus().phase())
        .as("the target can be profiled again")
        .isEqualTo(JobPhase.SUCCEEDED);
  }

  private static void assertFailed(ProfileJob job, String reason, String words) {
    assertThat(job.getStatus().phase()).isEqualTo(JobPhase.FAILED);
    assertThat(job.getStatus().conditions()).first().satisfies(condition -> {
      assertThat(condition.type()).isEqualTo(Condition.FINISHED);
      assertThat(condition.status()).isEqualTo("True");
      assertThat(condition.reason()).isEqualTo(reason);
    });
    assertThat(job.getStatus().conditions()).element(1).satisfies(condition -> {
      assertThat(condition.type()).isEqualTo("Failed");
      assertThat(condition.reason()).isEqualTo(reason);
      assertThat(condition.message()).contains(words);
    });
  }

  /** A pod that runs a shell and nothing else, in a namespace of its own. */
  private Pod withoutJvm(String namespace) {
    cluster.namespace(namespace, "restricted");
    var pod = cluster
        .client()
        .pods()
        .load(BadInputE2E.class.getResourceAsStream("/e2e/shell-pod.yaml"))
        .item();
    pod.getMetadata().setNamespace(namespace);
    cluster.client().resource(pod).serverSideApply();
    await("the pod runs")
        .atMost(SOON)
        .until(() -> !cluster.readyPods(namespace, Map.of("app", "shell")).isEmpty());
    return pod;
  }

  private static void kubectl(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("kubectl", "-n", Cluster.OPERATOR_NAMESPACE));
    command.addAll(List.of(arguments));
    Cluster.run(command.toArray(String[]::new));
  }

  private Pod current(Pod pod) {
    return cluster.client().resource(pod).get();
  }

  private static boolean isRecording(ProfileJob job) {
    return job.getStatus() != null
        && job.getStatus().recordings().getFirst().phase() == RecordingPhase.RECORDING;
  }

  private static int sidecars(Pod pod) {
    return pod.getSpec().getEphemeralContainers().size();
  }

  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getRestartCount();
  }

  private Pod notifier() {
    return cluster.readyPods("demo", Map.of("app", "notifier")).getFirst();
  }
}
