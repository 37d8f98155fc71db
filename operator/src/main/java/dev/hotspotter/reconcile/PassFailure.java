package dev.hotspotter.reconcile;

import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** The meaning of a pass's exception for its job. */
sealed interface PassFailure {

  /** The number of tries, about a minute's, after which a failure is permanent. */
  int MOST_TRIES = 10;

  int UNPROCESSABLE = 422;

  /** A conflict with another writer; the next pass sees its change. */
  record Conflict() implements PassFailure {}

  /** A retry may help. */
  record Retryable(String reason, String message) implements PassFailure {}

  /** A retry would not help. */
  record Permanent(String reason, String message) implements PassFailure {}

  /** Classifies an exception after this many earlier tries. */
  static PassFailure of(Exception fault, int tries) {
    if (fault instanceof KubernetesClientException refusal && !isRefusedStatus(refusal)) {
      return refusal.getCode() == HttpURLConnection.HTTP_CONFLICT
          ? new Conflict()
          : new Retryable(
              Reasons.API_SERVER_FAILED,
              "the API server %s; the operator tries again".formatted(words(refusal)));
    }
    var message = "the operator failed unexpectedly: %s; look at its log, and report the problem"
        .formatted(shortened(fault.toString()));
    return tries < MOST_TRIES
        ? new Retryable(Reasons.OPERATOR_FAILED, message)
        : new Permanent(Reasons.OPERATOR_FAILED, message);
  }

  /** The API server's objection to the job's target; empty if the job is not the cause. */
  static Optional<String> refusalOf(KubernetesClientException e) {
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_BAD_REQUEST,
          HttpURLConnection.HTTP_NOT_FOUND,
          HttpURLConnection.HTTP_BAD_METHOD,
          UNPROCESSABLE ->
        Optional.of(
            "the API server refuses the values in target: %s; correct them in a new ProfileJob"
                .formatted(said(e)));
      default -> Optional.empty();
    };
  }

  /** True if the API server refuses a status, which is the operator's own fault. */
  private static boolean isRefusedStatus(KubernetesClientException e) {
    return e.getCode() == UNPROCESSABLE;
  }

  private static String words(KubernetesClientException e) {
    return switch (e.getCode()) {
      case 0, -1 -> "does not answer";
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
        "refuses (%s); check rbac and watchNamespaces in the chart's values".formatted(said(e));
      default -> "fails (%s)".formatted(said(e));
    };
  }

  private static String said(KubernetesClientException e) {
    return shortened(Optional.ofNullable(e.getStatus())
        .map(Status::getMessage)
        .orElseGet(() -> "code " + e.getCode()));
  }

  private static String shortened(String words) {
    return words.length() <= 1_000 ? words : words.substring(0, 1_000) + "…";
  }
}
