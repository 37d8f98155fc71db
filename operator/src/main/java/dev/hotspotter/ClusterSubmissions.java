package dev.hotspotter;

import com.fasterxml.jackson.core.JsonFactory;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.web.form.Submissions;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;

/**
 * Creates the form's ProfileJobs, with the visitor's token if there is one, else as the operator.
 */
record ClusterSubmissions(KubernetesClient operator) implements Submissions {

  private static final JsonFactory JSON = new JsonFactory();
  private static final String INVALID = "Invalid value: ";

  /** The API server's statuses for a bad request or a visitor without the right. */
  private static final List<Integer> REFUSALS = List.of(
      HttpURLConnection.HTTP_BAD_REQUEST,
      HttpURLConnection.HTTP_UNAUTHORIZED,
      HttpURLConnection.HTTP_FORBIDDEN,
      HttpURLConnection.HTTP_NOT_FOUND,
      HttpURLConnection.HTTP_CONFLICT,
      422);

  @Override
  public Outcome create(ProfileJob job, Optional<String> token) {
    try {
      return new Outcome.Created(
          token.isPresent() ? as(token.get(), job) : operator.resource(job).create());
    } catch (KubernetesClientException e) {
      if (!REFUSALS.contains(e.getCode())) {
        throw e;
      }
      return new Outcome.Refused(sentences(e));
    }
  }

  private ProfileJob as(String token, ProfileJob job) {
    try (var owner = new KubernetesClientBuilder().withConfig(config(token)).build()) {
      return owner.resource(job).create();
    }
  }

  /** The client's configuration for the same API server, without the operator's own credentials. */
  private Config config(String token) {
    var own = operator.getConfiguration();
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(own.getMasterUrl())
        .withCaCertData(own.getCaCertData())
        .withCaCertFile(own.getCaCertFile())
        .withTrustCerts(own.isTrustCerts())
        .withHttpProxy(own.getHttpProxy())
        .withHttpsProxy(own.getHttpsProxy())
        .withNoProxy(own.getNoProxy())
        .withRequestRetryBackoffLimit(0)
        .withOauthToken(token)
        .build();
  }

  private static List<String> sentences(KubernetesClientException e) {
    if (e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED) {
      return List.of("the API server refuses your token, which may be valid for these pages only;"
          + " create the job with kubectl");
    }
    var causes = Optional.ofNullable(e.getStatus())
        .map(Status::getDetails)
        .map(details -> details.getCauses().stream()
            .map(ClusterSubmissions::sentence)
            .distinct()
            .toList())
        .orElse(List.of());
    var whole = Optional.ofNullable(e.getStatus()).map(Status::getMessage).orElse(e.getMessage());
    return causes.isEmpty() ? List.of(whole) : causes;
  }

  private static String sentence(StatusCause cause) {
    var words = rule(cause.getMessage());
    return cause.getField() == null || cause.getField().equals("<nil>")
        ? words
        : "%s %s".formatted(cause.getField(), words);
  }

  /**
   * The message without the kind of error and the field's value, with which the API server begins
   * it. Kubernetes 1.34 names only the type of an object, 1.36 writes all of it, or no value.
   */
  static String rule(String message) {
    if (!message.startsWith(INVALID)) {
      return message;
    }
    var words = message.substring(INVALID.length());
    try (var json = JSON.createParser(words)) {
      json.nextToken();
      json.skipChildren();
      json.finishToken();
      var end = (int) json.currentLocation().getCharOffset();
      return words.startsWith(": ", end) ? words.substring(end + 2) : words;
    } catch (IOException e) {
      return words.replaceFirst("^[^\\s:]+: ", "");
    }
  }
}
