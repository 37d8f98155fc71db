package dev.hotspotter.select;

import dev.hotspotter.layout.MergeGroup;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the zones of nodes. */
public final class Nodes {

  private static final Logger LOG = LoggerFactory.getLogger(Nodes.class);

  private final KubernetesClient client;

  public Nodes(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Zones by node; empty if the operator may not read nodes, because a sample works without them.
   */
  public Map<String, String> zones() {
    var zones = new HashMap<String, String>();
    try {
      for (var node : client.nodes().withLabel(MergeGroup.ZONE).list().getItems()) {
        var metadata = node.getMetadata();
        zones.put(metadata.getName(), metadata.getLabels().get(MergeGroup.ZONE));
      }
    } catch (KubernetesClientException e) {
      LOG.debug("could not read nodes, so samples are spread over nodes only: {}", e.getMessage());
    }
    return zones;
  }
}
