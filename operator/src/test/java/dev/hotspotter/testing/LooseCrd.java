package dev.hotspotter.testing;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/** While it is open, the API server takes any ProfileJob, as it did under an earlier CRD that knew fewer rules. */
public final class LooseCrd implements AutoCloseable {

  private static final String NAME = "profilejobs.hotspotter.dev";
  private static final String JOBS =
      "/apis/hotspotter.dev/v1alpha1/namespaces/default/profilejobs?dryRun=All";
  private static final String ANYTHING =
      "{\"apiVersion\": \"hotspotter.dev/v1alpha1\", \"kind\": \"ProfileJob\", \"metadata\":"
          + " {\"generateName\": \"any-\"}, \"other\": 1}";

  private final KubernetesClient client;
  private final CustomResourceDefinition strict;

  public LooseCrd(KubernetesClient client) {
    this.client = client;
    strict =
        client.apiextensions().v1().customResourceDefinitions().withName(NAME).get();
    var anything = new JSONSchemaPropsBuilder()
        .withType("object")
        .withXKubernetesPreserveUnknownFields(true)
        .build();
    change(crd -> {
      var version = crd.getSpec().getVersions().getFirst();
      version.getSchema().setOpenAPIV3Schema(anything);
      version.setSelectableFields(null);
    });
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(this::takesAnything);
  }

  private void change(Consumer<CustomResourceDefinition> change) {
    client.apiextensions().v1().customResourceDefinitions().withName(NAME).edit(crd -> {
      change.accept(crd);
      return crd;
    });
  }

  private boolean takesAnything() {
    try {
      return client.raw(JOBS, "POST", ANYTHING) != null;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  /** The rules hold again, for what is written from now on. */
  @Override
  public void close() {
    change(crd -> crd.getSpec().setVersions(strict.getSpec().getVersions()));
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !takesAnything());
  }
}
