package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Clusters that admit no sidecar: the job quotes the policy that refused it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdmissionE2E {

  private static final Duration SOON = Duration.ofMinutes(3);
  private static final String POLICY = "src/test/resources/e2e/no-ephemeral-containers.yaml";

  @AutoClose
  private Cluster cluster;

  @BeforeAll
  void connect() {
    cluster = new Cluster();
  }

  @Test
  void pod_security_that_became_stricter_than_the_pod() throws Exception {
    cluster.namespace("admission-security", "baseline");
    var pod = BurnerPod.root().start(cluster.client(), "admission-security", "target", 25);
    cluster.namespace("admission-security", "restricted");

    assertRefused(pod, "violates PodSecurity \"restricted:latest\"");
  }

  @Test
  void a_policy_that_forbids_ephemeral_containers() throws Exception {
    cluster.namespace("admission-policy", "baseline");
    var pod =
        BurnerPod.restricted(1000, 1000).start(cluster.client(), "admission-policy", "target", 25);
    Cluster.run("kubectl", "apply", "-f", POLICY);
    try {
      await("the policy is in force").atMost(SOON).until(AdmissionE2E::isForbidden);

      assertRefused(pod, "nobody debugs in production, ask the platform team");
    } finally {
      Cluster.run("kubectl", "delete", "-f", POLICY);
    }
  }

  private void assertRefused(Pod pod, String words) {
    var job = cluster.apply(
        pod.getMetadata().getNamespace(),
        "refused",
        "target: {selector: {matchLabels: {app: target}}}");

    assertThat(cluster.finished(job, SOON).getStatus().recordings())
        .singleElement()
        .satisfies(recording -> {
          assertThat(recording.reason()).isEqualTo(Reasons.INJECTION_REFUSED);
          assertThat(recording.message()).contains(words);
        });
    var after = cluster.client().resource(pod).get();
    assertThat(after.getSpec().getEphemeralContainers()).isEmpty();
    assertThat(after.getStatus().getContainerStatuses().getFirst().getRestartCount())
        .isZero();
  }

  /** Tries without doing. */
  private static boolean isForbidden() throws Exception {
    var patch =
        "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"try\",\"image\":\"localhost/base:12\"}]}}";
    var attempt = new ProcessBuilder(
        "kubectl",
        "-n",
        "admission-policy",
        "patch",
        "pod",
        "target",
        "--subresource=ephemeralcontainers",
        "--dry-run=server",
        "-p",
        patch);
    return new String(
            attempt.redirectErrorStream(true).start().getInputStream().readAllBytes(),
            StandardCharsets.UTF_8)
        .contains("ask the platform team");
  }
}
