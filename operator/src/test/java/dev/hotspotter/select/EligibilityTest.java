package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.testing.PodFixtures;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EligibilityTest {

  @Test
  void a_ready_pod_can_be_profiled() {
    assertThat(Eligibility.refusal(pod().build())).isEmpty();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        pod(
            Reasons.OPTED_OUT,
            pod()
                .editMetadata()
                .addToAnnotations("hotspotter.dev/profile", "false")
                .endMetadata()),
        pod(
            Reasons.STATIC_POD,
            pod()
                .editMetadata()
                .addToAnnotations("kubernetes.io/config.mirror", "4b1c")
                .endMetadata()),
        pod(Reasons.WINDOWS_NODE, pod().editSpec().withNewOs("windows").endSpec()),
        pod(
            Reasons.WINDOWS_NODE,
            pod().editSpec().addToNodeSelector("kubernetes.io/os", "windows").endSpec()),
        pod(Reasons.POD_NOT_RUNNING, pod().editStatus().withPhase("Pending").endStatus()),
        pod(
            Reasons.POD_NOT_RUNNING,
            pod().editMetadata().withDeletionTimestamp("2026-11-21T10:00:00Z").endMetadata()),
        pod(Reasons.POD_NOT_RUNNING, pod().withStatus(null)),
        pod(
            Reasons.POD_NOT_READY,
            pod()
                .editStatus()
                .editFirstCondition()
                .withStatus("False")
                .endCondition()
                .endStatus()),
        pod(Reasons.POD_NOT_READY, pod().editStatus().withConditions().endStatus()));
  }

  @ParameterizedTest
  @MethodSource
  void refused(String reason, PodBuilder pod) {
    assertThat(Eligibility.refusal(pod.build())).hasValueSatisfying(refusal -> {
      assertThat(refusal.reason()).isEqualTo(reason);
      assertThat(refusal.message()).isNotBlank().doesNotEndWith(".");
    });
  }

  @Test
  void other_values_of_the_annotation_do_not_keep_jobs_away() {
    assertThat(Eligibility.refusal(pod()
            .editMetadata()
            .addToAnnotations("hotspotter.dev/profile", "true")
            .endMetadata()
            .build()))
        .isEmpty();
  }

  private static Arguments pod(String reason, Object pod) {
    return Arguments.of(reason, pod);
  }

  private static PodBuilder pod() {
    return PodFixtures.running("a");
  }
}
