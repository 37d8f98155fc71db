package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pods that are left alone for what they are rather than for what their JVM is; the matrix has those. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalE2E {

  private static final String NAMESPACE = "refusals";
  private static final Duration SOON = Duration.ofMinutes(3);

  @AutoClose
  private Cluster cluster;

  @BeforeAll
  void connect() {
    cluster = new Cluster();
    cluster.namespace(NAMESPACE, "restricted");
  }

  @Test
  void a_static_pod() throws Exception {
    var manifest = Path.of(System.getenv("HOTSPOTTER_CACHE"), "cluster", "static", "burner.yaml");
    Files.writeString(manifest, Serialization.asYaml(burner("static")));
    try {
      await("the kubelet shows its copy")
          .atMost(SOON)
          .until(() -> cluster.readyPods(NAMESPACE, Map.of("app", "static")).size() == 1);

      assertRefused("static", Reasons.STATIC_POD, "which cannot get a sidecar");
    } finally {
      Files.delete(manifest);
    }
  }

  @Test
  void a_pod_for_windows() {
    create(new PodBuilder()
        .withNewMetadata()
        .withName("windows")
        .withNamespace(NAMESPACE)
        .addToLabels("app", "windows")
        .endMetadata()
        .withNewSpec()
        .addNewSchedulingGate("hotspotter.dev/test") // a kubelet of Linux would end it at once
        .withNewOs("windows")
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .endSecurityContext()
        .addNewContainer()
        .withName("app")
        .withImage("localhost/none:1")
        .endContainer()
        .endSpec()
        .build());

    assertRefused("windows", Reasons.WINDOWS_NODE, "async-profiler does not support");
  }

  /** An older runtime's report: the pod is held back from the node, so that no kubelet says more. */
  @Test
  void a_pod_of_which_nobody_says_whom_it_runs_as() {
    var pod = create(burner("nobody")
        .edit()
        .editSpec()
        .addNewSchedulingGate("hotspotter.dev/test")
        .editFirstContainer()
        .editSecurityContext()
        .withRunAsUser(null)
        .withRunAsGroup(null)
        .endSecurityContext()
        .endContainer()
        .endSpec()
        .build());
    cluster
        .client()
        .resource(pod)
        .editStatus(p -> new PodBuilder(p)
            .editOrNewStatus()
            .withPhase("Running")
            .withConditions()
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .addNewContainerStatus()
            .withName("app")
            .withImage("")
            .withImageID("")
            .withReady(true)
            .withRestartCount(0)
            .withNewState()
            .withNewRunning(Instant.now().minusSeconds(60).toString())
            .endState()
            .endContainerStatus()
            .endStatus()
            .build());

    assertRefused("nobody", Reasons.IDENTITY_UNKNOWN, "set spec.sidecar.runAsUser");
  }

  @Test
  void a_pod_that_carries_sixty_ephemeral_containers() {
    var pod = BurnerPod.restricted(1000, 1000).start(cluster.client(), NAMESPACE, "crowded", 25);
    cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withName("crowded")
        .ephemeralContainers()
        .edit(p ->
            p.edit().editSpec().withEphemeralContainers(sixty(pod)).endSpec().build());

    assertRefused(
        "crowded", Reasons.TOO_MANY_EPHEMERAL_CONTAINERS, "the pod has 60 ephemeral containers");
    cluster.client().resource(pod).withGracePeriod(0).delete();
  }

  @Test
  void a_container_that_another_job_holds_beyond_the_deadline() {
    BurnerPod.restricted(1000, 1000).start(cluster.client(), NAMESPACE, "busy", 25);
    var target = "target: {selector: {matchLabels: {app: busy}}}, recording: {duration: %s}";
    var first = cluster.apply(NAMESPACE, "holds", target.formatted("2m"));
    await("it has the container")
        .atMost(SOON)
        .until(() -> cluster.current(first), RefusalE2E::occupiesTarget);

    var second = cluster.finished(
        cluster.apply(NAMESPACE, "waits", target.formatted("1s") + ", activeDeadlineSeconds: 2"),
        SOON);

    assertThat(second.getStatus().recordings()).singleElement().satisfies(recording -> {
      assertThat(recording.reason()).isEqualTo(Reasons.TARGET_BUSY);
      assertThat(recording.message())
          .contains(
              "ProfileJob refusals/holds records this container until after this job's deadline");
    });
  }

  private void assertRefused(String app, String reason, String words) {
    var job = cluster.apply(
        NAMESPACE, app, "target: {selector: {matchLabels: {app: %s}}}".formatted(app));

    var conditions = cluster.finished(job, SOON).getStatus().conditions();
    assertThat(conditions).element(1).satisfies(condition -> {
      assertThat(condition.type()).as(condition.message()).isEqualTo("Failed");
      assertThat(condition.reason()).as(condition.message()).isEqualTo(reason);
      assertThat(condition.message()).contains(words);
    });
    assertThat(conditions.getFirst().type()).isEqualTo(Condition.FINISHED);
    assertThat(conditions.getFirst().reason()).isEqualTo(reason);
  }

  private Pod create(Pod pod) {
    cluster.client().resource(pod).withTimeoutInMillis(SOON.toMillis()).delete();
    return cluster.client().resource(pod).create();
  }

  private static Pod burner(String app) {
    return BurnerPod.restricted(1000, 1000).named(NAMESPACE, app, 25);
  }

  private static List<EphemeralContainer> sixty(Pod pod) {
    var context = pod.getSpec().getContainers().getFirst().getSecurityContext();
    return IntStream.range(0, 60)
        .mapToObj(i -> new EphemeralContainerBuilder()
            .withName("debugger-" + i)
            .withImage("localhost/none:1")
            .withImagePullPolicy("Never")
            .withSecurityContext(context)
            .build())
        .toList();
  }

  private static boolean occupiesTarget(ProfileJob job) {
    return job.getStatus() != null
        && !job.getStatus().recordings().isEmpty()
        && job.getStatus().recordings().getFirst().phase().occupiesTarget();
  }
}
