package dev.hotspotter.reconcile;

import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** What a pass that ended in an exception means for its job. */
sealed interface PassFailure {

  /** After so many tries in a row, which take about a minute, the same would happen again. */
  int MOST_TRIES = 10;

  int UNPROCESSABLE = 422;

  /** Something else was faster, and the next pass will see it. */
  record Passing() implements PassFailure {}

  /** The next pass may be luckier. */
  record Waiting(String reason, String message) implements PassFailure {}

  /** No further pass would help. */
  record Final(String reason, String message) implements PassFailure {}

  /** After so many tries before this one. */
  static PassFailure of(Exception fault, int tries) {
    if (fault instanceof KubernetesClientException refusal && !isRefusedStatus(refusal)) {
      return refusal.getCode() == HttpURLConnection.HTTP_CONFLICT
          ? new Passing()
          : new Waiting(
              Reasons.API_SERVER_FAILED,
              "the API server %s; it is tried again".formatted(words(refusal)));
    }
    var message = "the operator did not expect this: %s; look at its log, and report it"
        .formatted(shortened(fault.toString()));
    return tries < MOST_TRIES
        ? new Waiting(Reasons.OPERATOR_FAILED, message)
        : new Final(Reasons.OPERATOR_FAILED, message);
  }

  /** What the API server finds wrong with what a job asks for; empty when the job is not to blame. */
  static Optional<String> refusalOf(KubernetesClientException e) {
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_BAD_REQUEST,
          HttpURLConnection.HTTP_NOT_FOUND,
          HttpURLConnection.HTTP_BAD_METHOD,
          UNPROCESSABLE ->
        Optional.of("the API server refuses what target says: %s; correct it in a new ProfileJob"
            .formatted(said(e)));
      default -> Optional.empty();
    };
  }

  /** The operator itself writes what no status may hold. */
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
