package dev.hotspotter.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotspotter.testing.Dashboard;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The configuration that the guide tells to give to Prometheus. Debian's Prometheus is built without discovery in Kubernetes, so
 * this finds the endpoints in its place and hands them over with the labels that discovery would give them.
 */
final class GuideConfiguration {

  private static final Path GUIDE = Cluster.REPOSITORY.resolve("docs/guides/grafana.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

  private GuideConfiguration() {}

  static String read(KubernetesClient client) throws Exception {
    var blocks = BLOCK.matcher(Files.readString(GUIDE)).results().toList();
    if (blocks.size() != 1) {
      throw new AssertionError(GUIDE + " should have one block of YAML, the scrape configuration; it has " + blocks.size());
    }
    var configuration = client.getKubernetesSerialization().unmarshal(blocks.getFirst().group(1), ObjectNode.class);
    for (var each : configuration.withArray("scrape_configs")) {
      var job = (ObjectNode) each;
      job.put("scrape_interval", "1s").put("scrape_timeout", "1s");
      var found = job.putArray("static_configs");
      for (var discovery : job.remove("kubernetes_sd_configs")) {
        namespaces(discovery).forEach(namespace -> discover(client, namespace, found));
      }
    }
    return client.getKubernetesSerialization().asYaml(configuration);
  }

  private static Stream<String> namespaces(JsonNode discovery) {
    if (!discovery.path("role").asText().equals("endpoints")) {
      throw new AssertionError("this finds endpoints only, and the guide says " + discovery);
    }
    return Dashboard.elements(discovery.path("namespaces").path("names")).map(JsonNode::asText);
  }

  private static void discover(KubernetesClient client, String namespace, ArrayNode found) {
    for (var service : client.endpoints().inNamespace(namespace).list().getItems()) {
      for (var subset : service.getSubsets()) {
        for (var address : subset.getAddresses()) {
          for (var port : subset.getPorts()) {
            var group = found.addObject();
            group.putArray("targets").add(address.getIp() + ":" + port.getPort());
            group
                .putObject("labels")
                .put("__meta_kubernetes_namespace", namespace)
                .put("__meta_kubernetes_service_name", service.getMetadata().getName())
                .put("__meta_kubernetes_endpoint_port_name", port.getName())
                .put("__meta_kubernetes_pod_name", address.getTargetRef().getName());
          }
        }
      }
    }
  }
}
