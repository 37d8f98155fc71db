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
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that the operator can read ProfileJobs, so that a start that must fail names cause and
 * fix.
 */
record StartCheck(KubernetesClient client, Set<String> namespaces) {

  /**
   * Retries with pauses that double from 100 ms, 3 s in all. The client's default takes 100 s, and
   * passes are retried anyway.
   */
  private static final int RETRIES = 5;

  /** A client with few retries, so that a start that fails ends soon. */
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

  /** The problem and its fix; empty when ProfileJobs can be read. */
  Optional<String> problem() {
    var one = new ListOptionsBuilder().withLimit(1L).build();
    try {
      var jobs = client.resources(ProfileJob.class);
      if (namespaces.isEmpty()) {
        jobs.inAnyNamespace().list(one);
      }
      namespaces.forEach(namespace -> jobs.inNamespace(namespace).list(one));
      return Optional.empty();
    } catch (KubernetesClientException e) {
      return Optional.of(sentence(e));
    }
  }

  private String sentence(KubernetesClientException e) {
    var server = "the API server at " + client.getMasterUrl();
    if (e.getStatus() == null) {
      return server + " does not answer (" + words(e)
          + "); check that it runs, and that network policies let this pod reach it";
    }
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_NOT_FOUND ->
        server
            + " knows no ProfileJobs; install the CRD: set crds.install=true in the chart's values,"
            + " or kubectl apply -f crds/";
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_FORBIDDEN ->
        server + " refuses (" + e.getMessage()
            + "); check rbac, serviceAccount and watchNamespaces in the chart's values";
      default -> server + " answers with an error (" + e.getMessage() + "); see its log";
    };
  }

  /** The messages of all causes; the class's name where an exception has no message. */
  private static String words(Throwable e) {
    return Stream.iterate(e.getCause(), Objects::nonNull, Throwable::getCause)
        .map(cause ->
            Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName()))
        .distinct()
        .collect(Collectors.joining(": "));
  }
}
