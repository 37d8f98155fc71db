package dev.hotspotter;

import dev.hotspotter.config.OperatorConfig;
import dev.hotspotter.config.OperatorConfigBuilder;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.retention.RetentionSettings;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.web.WebSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** The operator in the tests' own process. */
final class TestOperator {

  private TestOperator() {}

  /** Settings for one namespace: free ports, no other replica, no Pyroscope. */
  static OperatorConfigBuilder config(String namespace, StoreSettings store) {
    return OperatorConfigBuilder.builder()
        .namespaces(Set.of(namespace))
        .sidecar(new SidecarSettings("sidecar:test", "IfNotPresent", 64 << 20, 60))
        .store(store)
        .web(new WebSettings(
            "http://localhost:8080", "127.0.0.1", 0, new WebSettings.Auth.PortForward()))
        .pyroscope(Optional.empty())
        .metricsPort(0)
        .metricsNames(true)
        .renderThreads(1)
        .temporaryBytes(4L << 30)
        .libraryPackages(Set.of())
        .applicationPackages(Set.of())
        .limits(InstallationLimits.DEFAULT)
        .leaseNamespace("")
        .identity("test")
        .retention(RetentionSettings.NONE);
  }

  /** The answer of a server on this machine. */
  static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  static HotspotterOperator start(OperatorConfig config, KubernetesClient client) {
    var operator = new HotspotterOperator(config, client, Clock.systemUTC());
    operator.start();
    return operator;
  }
}
