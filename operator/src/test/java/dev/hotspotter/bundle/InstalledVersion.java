package dev.hotspotter.bundle;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.CRDDescription;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.CRDDescriptionBuilder;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersion;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersionBuilder;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.RelatedImage;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.SpecDescriptorBuilder;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StatusDescriptorBuilder;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StrategyDeploymentPermissions;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StrategyDeploymentPermissionsBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the chart installs, as the ClusterServiceVersion with which OLM installs the same. */
final class InstalledVersion {

  private static final String DESCRIPTION = """
      Hotspotter finds the hot spots of HotSpot JVMs in a cluster, from a ProfileJob to a flame graph behind a link.

      Recordings need an S3 store. Before the installation, create the Secret `hotspotter-store` with the keys
      `accessKey` and `secretKey` in the operator's namespace. In the Subscription, name the store by `spec.config.env`:
      `HOTSPOTTER_STORE_ENDPOINT`, `HOTSPOTTER_STORE_REGION` and `HOTSPOTTER_STORE_BUCKET`.
      """;

  private final List<HasMetadata> objects;

  InstalledVersion(List<HasMetadata> objects) {
    this.objects = objects;
  }

  ClusterServiceVersion serviceVersion(String examples) {
    var deployment = only(Deployment.class);
    var definition = only(CustomResourceDefinition.class);
    var version = deployment.getMetadata().getLabels().get("app.kubernetes.io/version");
    var images = images(deployment);
    return new ClusterServiceVersionBuilder()
        .withNewMetadata()
        .withName("hotspotter.v" + version)
        .addToAnnotations("alm-examples", examples)
        .addToAnnotations("capabilities", "Seamless Upgrades")
        .addToAnnotations("categories", "Monitoring, Developer Tools")
        .addToAnnotations("containerImage", images.getFirst().getImage())
        .addToAnnotations("description", "Finds the hot spots of HotSpot JVMs in a cluster.")
        .endMetadata()
        .withNewSpec()
        .withDisplayName("Hotspotter")
        .withDescription(DESCRIPTION)
        .withKeywords("java", "jvm", "profiling", "async-profiler", "flame-graph")
        .withMaturity("alpha")
        .withVersion(version)
        .withMinKubeVersion("1.31.0")
        .withNewProvider()
        .withName("Hotspotter")
        .endProvider()
        .addNewInstallMode(false, "OwnNamespace")
        .addNewInstallMode(false, "SingleNamespace")
        .addNewInstallMode(false, "MultiNamespace")
        .addNewInstallMode(true, "AllNamespaces")
        .withNewCustomresourcedefinitions()
        .addToOwned(owned(definition))
        .endCustomresourcedefinitions()
        .withNewInstall()
        .withStrategy("deployment")
        .withNewSpec()
        .addNewDeployment()
        .withName(deployment.getMetadata().getName())
        .withLabel(new TreeMap<>(deployment.getSpec().getSelector().getMatchLabels()))
        .withSpec(deployment.getSpec())
        .endDeployment()
        .withClusterPermissions(clusterPermissions())
        .withPermissions(permissions())
        .endSpec()
        .endInstall()
        .withRelatedImages(images)
        .endSpec()
        .build();
  }

  /** The objects that OLM applies as they are: neither in the version itself, nor made from it. */
  List<HasMetadata> others() {
    var made = List.of("Deployment", "ServiceAccount", "Role", "RoleBinding", "ClusterRoleBinding");
    var bound = all(ClusterRoleBinding.class).map(b -> b.getRoleRef().getName()).toList();
    return objects.stream()
        .filter(object -> !made.contains(object.getKind()))
        .filter(object -> !(object instanceof ClusterRole role
            && bound.contains(role.getMetadata().getName())))
        .toList();
  }

  private List<StrategyDeploymentPermissions> clusterPermissions() {
    return all(ClusterRoleBinding.class)
        .map(binding -> permission(
            binding.getSubjects().getFirst().getName(),
            named(ClusterRole.class, binding.getRoleRef().getName()).getRules()))
        .toList();
  }

  private List<StrategyDeploymentPermissions> permissions() {
    return all(RoleBinding.class)
        .map(binding -> permission(
            binding.getSubjects().getFirst().getName(),
            named(Role.class, binding.getRoleRef().getName()).getRules()))
        .toList();
  }

  private static StrategyDeploymentPermissions permission(String account, List<PolicyRule> rules) {
    return new StrategyDeploymentPermissionsBuilder()
        .withServiceAccountName(account)
        .withRules(rules)
        .build();
  }

  /** The operator's image first; it puts the sidecar's, which no pod names, into other pods. */
  private static List<RelatedImage> images(Deployment deployment) {
    var container = deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
    var sidecar = container.getEnv().stream()
        .filter(variable -> variable.getName().equals("HOTSPOTTER_SIDECAR_IMAGE"))
        .findFirst()
        .orElseThrow();
    return List.of(
        new RelatedImage(container.getImage(), "operator"),
        new RelatedImage(sidecar.getValue(), "sidecar"));
  }

  private static CRDDescription owned(CustomResourceDefinition definition) {
    var version = definition.getSpec().getVersions().getFirst();
    var schema = version.getSchema().getOpenAPIV3Schema();
    return new CRDDescriptionBuilder()
        .withName(definition.getMetadata().getName())
        .withKind(definition.getSpec().getNames().getKind())
        .withVersion(version.getName())
        .withDisplayName("Profile job")
        .withDescription(schema.getDescription())
        .withSpecDescriptors(fields(schema, "spec")
            .map(field -> new SpecDescriptorBuilder()
                .withPath(field.getKey())
                .withDisplayName(title(field.getKey()))
                .withDescription(field.getValue().getDescription())
                .build())
            .toList())
        .withStatusDescriptors(fields(schema, "status")
            .map(field -> new StatusDescriptorBuilder()
                .withPath(field.getKey())
                .withDisplayName(title(field.getKey()))
                .withDescription(field.getValue().getDescription())
                .build())
            .toList())
        .build();
  }

  private static Stream<Map.Entry<String, JSONSchemaProps>> fields(
      JSONSchemaProps schema, String part) {
    return new TreeMap<>(schema.getProperties().get(part).getProperties()).entrySet().stream();
  }

  /** "maxDuration" as a person reads it: "Max duration". */
  static String title(String field) {
    var words = field.replaceAll("(?<=[a-z])([A-Z])", " $1").toLowerCase(Locale.ROOT);
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private <T extends HasMetadata> T only(Class<T> type) {
    return all(type)
        .reduce((one, other) -> {
          throw new IllegalStateException("the chart renders several of " + type.getSimpleName());
        })
        .orElseThrow();
  }

  private <T extends HasMetadata> T named(Class<T> type, String name) {
    return all(type)
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private <T extends HasMetadata> Stream<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast);
  }
}
