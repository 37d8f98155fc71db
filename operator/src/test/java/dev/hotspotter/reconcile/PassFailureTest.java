package dev.hotspotter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PassFailureTest {

  @ParameterizedTest
  @CsvSource({
    "403, refuses (pods is forbidden); check rbac and watchNamespaces",
    "500, fails (pods is forbidden)",
    "429, fails (pods is forbidden)",
    "0, does not answer",
  })
  void a_job_waits_for_the_api_server(int code, String words) {
    assertThat(PassFailure.of(refusal(code), 1_000))
        .isInstanceOfSatisfying(PassFailure.Retryable.class, waiting -> {
          assertThat(waiting.reason()).isEqualTo(Reasons.API_SERVER_FAILED);
          assertThat(waiting.message()).contains(words, "tries again");
        });
  }

  @Test
  void who_comes_too_late_comes_again() {
    assertThat(PassFailure.of(refusal(409), 0)).isEqualTo(new PassFailure.Conflict());
  }

  @Test
  void what_nobody_expected_is_tried_for_a_while_and_ends_then() {
    var fault = new NullPointerException("why");

    assertThat(PassFailure.of(fault, PassFailure.MOST_TRIES - 1))
        .isInstanceOf(PassFailure.Retryable.class);
    assertThat(PassFailure.of(fault, PassFailure.MOST_TRIES))
        .isInstanceOfSatisfying(PassFailure.Permanent.class, end -> {
          assertThat(end.reason()).isEqualTo(Reasons.OPERATOR_FAILED);
          assertThat(end.message()).contains("NullPointerException: why", "look at its log");
        });
    assertThat(PassFailure.of(refusal(422), PassFailure.MOST_TRIES))
        .as("a status that the CRD does not admit")
        .isInstanceOf(PassFailure.Permanent.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 422})
  void a_target_that_the_api_server_refuses_says_why(int code) {
    assertThat(PassFailure.refusalOf(refusal(code)))
        .hasValue(
            "the API server refuses the values in target: pods is forbidden; correct them in a new ProfileJob");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 401, 403, 409, 429, 500, 503})
  void the_target_is_not_to_blame(int code) {
    assertThat(PassFailure.refusalOf(refusal(code))).isEmpty();
  }

  private static KubernetesClientException refusal(int code) {
    return new KubernetesClientException(
        "words",
        code,
        new StatusBuilder().withCode(code).withMessage("pods is forbidden").build());
  }
}
