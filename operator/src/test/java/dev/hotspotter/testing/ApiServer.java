package dev.hotspotter.testing;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A real kube-apiserver with a real etcd and the committed CRD; no controller, no kubelet. */
public final class ApiServer implements AutoCloseable {

  private static final String VERSION = "1.36.3";
  private static final Path CRD = Path.of("..", "crds", "hotspotter.dev_profilejobs.yaml");

  private final KubeAPIServer server;
  private final KubernetesClient client;

  public ApiServer() throws IOException {
    server = new KubeAPIServer(KubeAPIServerConfigBuilder.anAPIServerConfig()
        .withTestDir(binaries().toAbsolutePath().toString())
        .withApiServerVersion(VERSION)
        .withOfflineMode(true)
        .withUpdateKubeConfig(false)
        .build());
    server.start();
    var config = Config.fromKubeconfig(server.getKubeConfigYaml());
    config.setRequestTimeout(
        120_000); // a creation that is repeated because its answer takes long is refused
    client = new KubernetesClientBuilder().withConfig(config).build();
    install(Files.readString(CRD));
  }

  /** An administrator's client. */
  public KubernetesClient client() {
    return client;
  }

  /** The administrator's kubeconfig, for other processes. */
  public String kubeconfig() {
    return server.getKubeConfigYaml();
  }

  /** Returns when the API server serves the kind. */
  public void install(String crd) {
    var definition = client.resource(
        client.getKubernetesSerialization().unmarshal(crd, CustomResourceDefinition.class));
    definition.create();
    await("the kind in what the API server lists")
        .atMost(Duration.ofMinutes(2))
        .until(() -> isListed(definition.item()));
  }

  /** The condition Established comes earlier, and clients look up kinds in the list. */
  private boolean isListed(CustomResourceDefinition crd) {
    var kind = crd.getSpec().getNames().getKind();
    return crd.getSpec().getVersions().stream()
        .map(version -> client.getApiResources(crd.getSpec().getGroup() + "/" + version.getName()))
        .allMatch(list -> list != null
            && list.getResources().stream()
                .anyMatch(resource -> resource.getKind().equals(kind)));
  }

  /** The library looks for its binaries in a folder of this shape. */
  private static Path binaries() throws IOException {
    var root = Path.of("target", "kube-api-test");
    var folder = Files.createDirectories(root.resolve("k8s").resolve(VERSION + "-linux-amd64"));
    for (var tool : new String[] {"etcd", "kube-apiserver", "kubectl"}) {
      var link = folder.resolve(tool);
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, Tools.path(tool));
    }
    return root;
  }

  @Override
  public void close() {
    client.close();
    server.stop();
  }
}
