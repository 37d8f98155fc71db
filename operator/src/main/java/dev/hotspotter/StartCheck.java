package dev.hotspotter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.publish.ListedJobReader;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.HttpURLConnection;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks the API server once whether the operator can read ProfileJobs. */
record StartCheck(KubernetesClient client, Set<String> namespaces) {

  /**
   * Retries with pauses that double from 100 ms, 3 s in all. The client's default takes 100 s, and
   * passes are retried anyway.
   */
  private static final int RETRIES = 5;

  private static final int TOO_MANY_REQUESTS = 429;

  /**
   * Why the operator cannot read ProfileJobs, and what to check.
   *
   * @param isAway true of a server that may come back by itself; false if a person must do something
   */
  record Problem(String words, boolean isAway) {}

  /** A client with few retries. */
  static KubernetesClient connect() {
    var config = Config.autoConfigure(null);
    config.setRequestRetryBackoffLimit(RETRIES);
    return client(config);
  }

  /**
   * A client that reads JSON keys of any length, and the finished jobs of a list abridged. The API
   * server limits objects already, and one long key must not break a list.
   */
  static KubernetesClient client(Config config) {
    var anyLength =
        StreamReadConstraints.builder().maxNameLength(Integer.MAX_VALUE).build();
    var mapper =
        new ObjectMapper(JsonFactory.builder().streamReadConstraints(anyLength).build());
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(new KubernetesSerialization(ListedJobReader.in(mapper), true))
        .build();
  }

  /** Asks without the client's own retries, which nobody sees; empty when ProfileJobs can be read. */
  Optional<Problem> problem() {
    var once = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
        .withRequestRetryBackoffLimit(0)
        .build();
    var jobs = client.newClient(once).adapt(KubernetesClient.class).resources(ProfileJob.class);
    var one = new ListOptionsBuilder().withLimit(1L).build();
    try {
      if (namespaces.isEmpty()) {
        jobs.inAnyNamespace().list(one);
      }
      namespaces.forEach(namespace -> jobs.inNamespace(namespace).list(one));
      return Optional.empty();
    } catch (KubernetesClientException e) {
      return Optional.of(
          new Problem("the API server at " + client.getMasterUrl() + " " + sentence(e), isAway(e)));
    }
  }

  private static boolean isAway(KubernetesClientException e) {
    return e.getStatus() == null && !isUntrusted(e)
        || e.getCode() == TOO_MANY_REQUESTS
        || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
  }

  private static boolean isUntrusted(KubernetesClientException e) {
    return causes(e).anyMatch(GeneralSecurityException.class::isInstance);
  }

  private static String sentence(KubernetesClientException e) {
    if (isUntrusted(e)) {
      return "has a certificate that the operator does not trust (" + words(e)
          + "); check the authority in its service account's token or kubeconfig";
    }
    if (e.getStatus() == null) {
      return "does not answer (" + words(e)
          + "); check that it runs, and that network policies let this pod reach it";
    }
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_NOT_FOUND ->
        "knows no ProfileJobs; install the CRD: set crds.install=true in the chart's values,"
            + " or kubectl apply -f crds/";
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
        "refuses (" + e.getMessage()
            + "); check rbac, serviceAccount and watchNamespaces in the chart's values";
      default -> "answers with an error (" + e.getMessage() + "); see its log";
    };
  }

  /** The messages of all causes; the class's name where an exception has no message. */
  private static String words(Throwable e) {
    return causes(e)
        .map(cause ->
            Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName()))
        .distinct()
        .collect(Collectors.joining(": "));
  }

  private static Stream<Throwable> causes(Throwable e) {
    return Stream.iterate(e.getCause(), Objects::nonNull, Throwable::getCause);
  }
}
