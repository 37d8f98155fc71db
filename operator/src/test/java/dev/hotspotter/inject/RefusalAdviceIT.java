package dev.hotspotter.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.testing.ApiServer;
import dev.hotspotter.testing.Jobs;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The advice on refusals in the words of a real API server with Pod Security. */
class RefusalAdviceIT {

  private static final String NAMESPACE = "old-debug";

  @AutoClose
  private static ApiServer apiServer;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @Test
  void an_old_debug_container_that_blocks_each_sidecar_is_named() {
    namespace("privileged");
    var patch = new SidecarPatch(apiServer.client());
    assertThat(patch.apply(pod(), container("debugger-7x2lp", null))).isEmpty();
    namespace("restricted");
    await("the API server knows the level")
        .atMost(Duration.ofMinutes(2))
        .until(RefusalAdviceIT::refusesUnrestricted);
    var pod = apiServer.client().pods().inNamespace(NAMESPACE).withName("app").get();

    var refusal = patch.apply(pod, container("hotspotter-1f0c3a5e-app", restricted()));

    assertThat(refusal).hasValueSatisfying(words -> {
      assertThat(words).contains("violates PodSecurity \"restricted:latest\"");
      assertThat(RefusalAdvice.on(words, Jobs.job(), pod))
          .isEqualTo("; the pod's ephemeral container debugger-7x2lp breaks the policy,"
              + " and none can be removed; restart the pod");
    });
  }

  private static boolean refusesUnrestricted() {
    try {
      apiServer
          .client()
          .pods()
          .inNamespace(NAMESPACE)
          .resource(new PodBuilder()
              .withNewMetadata()
              .withName("unrestricted")
              .endMetadata()
              .withNewSpec()
              .addNewContainer()
              .withName("app")
              .withImage("app:1")
              .endContainer()
              .endSpec()
              .build())
          .dryRun()
          .create();
      return false;
    } catch (KubernetesClientException e) {
      return e.getMessage().contains("violates PodSecurity");
    }
  }

  private static void namespace(String level) {
    apiServer
        .client()
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(NAMESPACE)
            .addToLabels("pod-security.kubernetes.io/enforce", level)
            .endMetadata()
            .build())
        .serverSideApply();
  }

  private static Pod pod() {
    return apiServer
        .client()
        .resource(new PodBuilder()
            .withNewMetadata()
            .withName("app")
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("app")
            .withImage("app:1")
            .withSecurityContext(restricted())
            .endContainer()
            .endSpec()
            .build())
        .create();
  }

  private static EphemeralContainer container(String name, SecurityContext context) {
    return new EphemeralContainerBuilder()
        .withName(name)
        .withImage("image:1")
        .withTargetContainerName("app")
        .withSecurityContext(context)
        .build();
  }

  private static SecurityContext restricted() {
    return new SecurityContextBuilder()
        .withRunAsNonRoot(true)
        .withRunAsUser(1000L)
        .withAllowPrivilegeEscalation(false)
        .withNewCapabilities()
        .addToDrop("ALL")
        .endCapabilities()
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }
}
