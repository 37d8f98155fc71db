package dev.hotspotter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.testing.Jobs;
import dev.hotspotter.testing.PodFixtures;
import dev.hotspotter.testing.ScriptedApiServer;
import dev.hotspotter.testing.ScriptedApiServer.Answer;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of an injection that the API server refuses. */
class SidecarInjectorIT {

  private static final Pod POD = PodFixtures.running("a").build();
  private static final EphemeralContainer SIDECAR = new EphemeralContainerBuilder().withName(Jobs.SIDECAR).build();
  private static final Answer REFUSAL = new Answer(422, new StatusBuilder().withCode(422).withMessage("Duplicate value").build());

  @Test
  void a_refusal_is_told_in_the_api_servers_words() throws Exception {
    assertThat(inject(Answer.ok(POD), REFUSAL, Answer.ok(POD))).contains("Duplicate value");
  }

  @Test
  void a_refusal_does_not_matter_when_another_operator_has_put_the_sidecar_in() throws Exception {
    assertThat(inject(Answer.ok(POD), REFUSAL, Answer.ok(PodFixtures.injected("a")))).isEmpty();
  }

  @Test
  void a_refusal_over_a_pod_that_is_deleted_meanwhile_says_that_it_is_gone() {
    assertThatThrownBy(() -> inject(Answer.ok(POD), REFUSAL, Answer.code(404)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("the pod is gone");
  }

  @Test
  void a_refusal_over_a_pod_that_is_replaced_meanwhile_says_that_it_is_gone() {
    var other = PodFixtures.injected("a").edit().editMetadata().withUid("another").endMetadata().build();

    assertThatThrownBy(() -> inject(Answer.ok(POD), REFUSAL, Answer.ok(other)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("the pod is gone");
  }

  private static Optional<String> inject(Answer... inTurn) throws Exception {
    Iterator<Answer> answers = Arrays.asList(inTurn).iterator();
    try (var server = new ScriptedApiServer(1, request -> answers.next())) {
      return new SidecarInjector(server.client()).inject(POD, SIDECAR);
    }
  }
}
