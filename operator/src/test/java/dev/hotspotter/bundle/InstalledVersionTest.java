package dev.hotspotter.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.ClusterServiceVersion;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.RelatedImage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the chart installs, as OLM installs it. */
class InstalledVersionTest {

  private static final ClusterRole OPERATORS = role("hotspotter", "pods");
  private static final ClusterRole PEOPLES = role("hotspotter-view", "profilejobs");
  private static final Deployment DEPLOYMENT = deployment();
  private static final InstalledVersion VERSION = new InstalledVersion(List.of(
      DEPLOYMENT,
      definition(),
      new ServiceAccountBuilder()
          .withNewMetadata()
          .withName("operator")
          .endMetadata()
          .build(),
      OPERATORS,
      PEOPLES,
      new ClusterRoleBindingBuilder()
          .withNewMetadata()
          .withName("hotspotter")
          .endMetadata()
          .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "hotspotter")
          .addNewSubject(null, "ServiceAccount", "operator", "somewhere")
          .build(),
      new RoleBuilder()
          .withNewMetadata()
          .withName("leases")
          .endMetadata()
          .addNewRule()
          .withResources("leases")
          .endRule()
          .build(),
      new RoleBindingBuilder()
          .withNewMetadata()
          .withName("leases")
          .endMetadata()
          .withNewRoleRef("rbac.authorization.k8s.io", "Role", "leases")
          .addNewSubject(null, "ServiceAccount", "operator", "somewhere")
          .build()));
  private static final ClusterServiceVersion SERVICE_VERSION = VERSION.serviceVersion("[]");

  @Test
  void it_is_named_after_the_charts_version() {
    assertThat(SERVICE_VERSION.getMetadata().getName()).isEqualTo("hotspotter.v1.2.3");
    assertThat(SERVICE_VERSION.getSpec().getVersion()).isEqualTo("1.2.3");
  }

  @Test
  void it_runs_the_charts_deployment_with_the_rules_of_the_bound_roles() {
    var install = SERVICE_VERSION.getSpec().getInstall().getSpec();
    assertThat(install.getDeployments())
        .singleElement()
        .satisfies(d -> assertThat(d.getSpec()).isEqualTo(DEPLOYMENT.getSpec()));
    assertThat(install.getClusterPermissions()).singleElement().satisfies(permission -> {
      assertThat(permission.getServiceAccountName()).isEqualTo("operator");
      assertThat(permission.getRules()).isEqualTo(OPERATORS.getRules());
    });
    assertThat(install.getPermissions())
        .singleElement()
        .satisfies(
            p -> assertThat(p.getRules().getFirst().getResources()).containsExactly("leases"));
  }

  @Test
  void it_names_both_images() {
    assertThat(SERVICE_VERSION.getSpec().getRelatedImages())
        .containsExactly(
            new RelatedImage("operator@sha256:1", "operator"),
            new RelatedImage("sidecar@sha256:2", "sidecar"));
  }

  @Test
  void it_describes_the_fields_of_the_resource_that_it_owns() {
    var owned =
        SERVICE_VERSION.getSpec().getCustomresourcedefinitions().getOwned().getFirst();
    assertThat(owned.getName()).isEqualTo("profilejobs.hotspotter.dev");
    assertThat(owned.getSpecDescriptors()).singleElement().satisfies(field -> {
      assertThat(field.getPath()).isEqualTo("baselineRef");
      assertThat(field.getDisplayName()).isEqualTo("Baseline ref");
      assertThat(field.getDescription()).isEqualTo("what it is");
    });
    assertThat(owned.getStatusDescriptors())
        .singleElement()
        .satisfies(field -> assertThat(field.getPath()).isEqualTo("phase"));
  }

  @Test
  void peoples_roles_and_the_definition_are_applied_as_they_are() {
    assertThat(VERSION.others())
        .extracting(HasMetadata::getKind)
        .containsExactly("CustomResourceDefinition", "ClusterRole");
    assertThat(VERSION.others()).contains(PEOPLES);
  }

  private static ClusterRole role(String name, String resource) {
    return new ClusterRoleBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addNewRule()
        .withResources(resource)
        .withVerbs("get")
        .endRule()
        .build();
  }

  private static Deployment deployment() {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("hotspotter")
        .withLabels(Map.of("app.kubernetes.io/version", "1.2.3"))
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(Map.of("app", "hotspotter"))
        .endSelector()
        .withNewTemplate()
        .withNewSpec()
        .addNewContainer()
        .withImage("operator@sha256:1")
        .addNewEnv()
        .withName("HOTSPOTTER_SIDECAR_IMAGE")
        .withValue("sidecar@sha256:2")
        .endEnv()
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static CustomResourceDefinition definition() {
    var schema = new JSONSchemaPropsBuilder()
        .withProperties(Map.of("spec", with("baselineRef"), "status", with("phase")))
        .build();
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName("profilejobs.hotspotter.dev")
        .endMetadata()
        .withNewSpec()
        .withNewNames()
        .withKind("ProfileJob")
        .endNames()
        .addNewVersion()
        .withName("v1alpha1")
        .withNewSchema()
        .withOpenAPIV3Schema(schema)
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }

  private static JSONSchemaProps with(String field) {
    return new JSONSchemaPropsBuilder()
        .addToProperties(
            field, new JSONSchemaPropsBuilder().withDescription("what it is").build())
        .build();
  }
}
