package dev.hotspotter.e2e;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotspotter.testing.Dashboard;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The guide's configuration of Prometheus. Debian's Prometheus lacks discovery in Kubernetes, so
 * this class finds endpoints and nodes and passes them on with the same labels.
 */
final class GuideConfiguration {

  private static final Path GUIDE = Cluster.REPOSITORY.resolve("docs/guides/grafana.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");
  private static final int KUBELET = 10250;

  private final KubernetesClient client;
  private final Path folder;
  private final ObjectNode configuration;

  /** Reads the guide; the files for Prometheus go into the folder. */
  GuideConfiguration(KubernetesClient client, Path folder) throws IOException {
    this.client = client;
    this.folder = folder;
    var blocks = BLOCK.matcher(Files.readString(GUIDE)).results().toList();
    if (blocks.size() != 1) {
      throw new AssertionError(GUIDE
          + " should have one block of YAML, the scrape configuration; it has " + blocks.size());
    }
    configuration =
        client.getKubernetesSerialization().unmarshal(blocks.getFirst().group(1), ObjectNode.class);
    for (var each : configuration.withArray("scrape_configs")) {
      adapt((ObjectNode) each);
    }
  }

  /** Another job, which scrapes these pods as the guide expects it of pods with a JVM exporter. */
  GuideConfiguration andPods(String job, List<Pod> pods, int port) {
    var added = configuration
        .withArray("scrape_configs")
        .addObject()
        .put("job_name", job)
        .put("scrape_interval", "1s")
        .put("scrape_timeout", "1s");
    var found = added.putArray("static_configs");
    for (var pod : pods) {
      group(found, pod.getStatus().getPodIP(), port)
          .put("namespace", pod.getMetadata().getNamespace())
          .put("pod", pod.getMetadata().getName());
    }
    return this;
  }

  String yaml() {
    return client.getKubernetesSerialization().asYaml(configuration);
  }

  private void adapt(ObjectNode job) throws IOException {
    job.put("scrape_interval", "1s").put("scrape_timeout", "1s");
    if (job.remove("authorization") != null) {
      authenticate(job.putObject("tls_config"));
    }
    var found = job.putArray("static_configs");
    for (var discovery : job.remove("kubernetes_sd_configs")) {
      switch (discovery.path("role").asText()) {
        case "endpoints" ->
          Dashboard.elements(discovery.path("namespaces").path("names"))
              .forEach(name -> endpoints(name.asText(), found));
        case "node" -> nodes(found);
        default ->
          throw new AssertionError(
              "this finds endpoints and nodes only, and the guide says " + discovery);
      }
    }
  }

  /** The test's certificate takes the place of a pod's token. */
  private void authenticate(ObjectNode tls) throws IOException {
    var kubeconfig = client.getConfiguration();
    tls.put("ca_file", file("ca.crt", kubeconfig.getCaCertData()))
        .put("cert_file", file("client.crt", kubeconfig.getClientCertData()))
        .put("key_file", file("client.key", kubeconfig.getClientKeyData()));
  }

  private String file(String name, String base64) throws IOException {
    return Files.write(folder.resolve(name), Base64.getDecoder().decode(base64)).toString();
  }

  private void endpoints(String namespace, ArrayNode found) {
    for (var service : client.endpoints().inNamespace(namespace).list().getItems()) {
      for (var subset : service.getSubsets()) {
        for (var address : subset.getAddresses()) {
          for (var port : subset.getPorts()) {
            group(found, address.getIp(), port.getPort())
                .put("__meta_kubernetes_namespace", namespace)
                .put("__meta_kubernetes_service_name", service.getMetadata().getName())
                .put("__meta_kubernetes_endpoint_port_name", port.getName())
                .put("__meta_kubernetes_pod_name", address.getTargetRef().getName());
          }
        }
      }
    }
  }

  private void nodes(ArrayNode found) {
    for (var node : client.nodes().list().getItems()) {
      node.getStatus().getAddresses().stream()
          .filter(address -> address.getType().equals("InternalIP"))
          .forEach(address -> group(found, address.getAddress(), KUBELET)
              .put("instance", node.getMetadata().getName()));
    }
  }

  /** Its labels. */
  private static ObjectNode group(ArrayNode found, String address, int port) {
    var group = found.addObject();
    group.putArray("targets").add(address + ":" + port);
    return group.putObject("labels");
  }
}
