package dev.hotspotter.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.testing.ApiServer;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SidecarPatchIT {

  @AutoClose
  private static ApiServer apiServer;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @Test
  void the_pod_has_the_sidecar() {
    var pod = pod("plain");

    assertThat(patch().apply(pod, sidecar("one", "app"))).isEmpty();

    assertThat(current(pod).getSpec().getEphemeralContainers())
        .extracting(EphemeralContainer::getName)
        .containsExactly("one");
  }

  @Test
  void a_refusal_comes_with_the_api_servers_words() {
    assertThat(patch().apply(pod("refused"), sidecar("one", "none")))
        .hasValueSatisfying(
            words -> assertThat(words).contains("targetContainerName", "Not found: \"none\""));
  }

  @Test
  void a_pod_that_got_a_sidecar_since_it_was_looked_at_gets_no_second_one() {
    var seen = pod("raced");
    patch().apply(seen, sidecar("theirs", "app"));

    assertThatThrownBy(() -> patch().apply(seen, sidecar("ours", "app")))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));

    assertThat(current(seen).getSpec().getEphemeralContainers()).hasSize(1);
  }

  @Test
  void a_pod_of_the_same_name_that_came_later_gets_none() {
    var seen = pod("again");
    apiServer.client().resource(seen).withGracePeriod(0).delete();
    var later = pod("again");

    assertThatThrownBy(() -> patch().apply(seen, sidecar("one", "app")))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));

    assertThat(current(later).getSpec().getEphemeralContainers()).isEmpty();
  }

  @Test
  void a_pod_that_is_gone_is_worth_another_look() {
    var gone = pod("gone");
    apiServer.client().resource(gone).withGracePeriod(0).delete();

    assertThatThrownBy(() -> patch().apply(gone, sidecar("one", "app")))
        .isInstanceOf(KubernetesClientException.class);
  }

  private static SidecarPatch patch() {
    return new SidecarPatch(apiServer.client());
  }

  private static Pod current(Pod pod) {
    return apiServer.client().resource(pod).get();
  }

  private static Pod pod(String name) {
    return apiServer
        .client()
        .resource(new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("app")
            .withImage("app:1")
            .endContainer()
            .endSpec()
            .build())
        .create();
  }

  private static EphemeralContainer sidecar(String name, String target) {
    return new EphemeralContainerBuilder()
        .withName(name)
        .withImage("sidecar:1")
        .withTargetContainerName(target)
        .build();
  }
}
