package dev.hotspotter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.testing.ApiServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A namespace's uid, with no more than the chart's rights. */
class NamespaceCacheIT {

  @AutoClose
  private static ApiServer apiServer;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @Test
  void a_role_in_the_namespace_itself_is_right_enough() {
    var uid = create("shop");
    create("billing");
    var role = new RoleBuilder()
        .withNewMetadata()
        .withName("operator")
        .withNamespace("shop")
        .endMetadata()
        .addNewRule()
        .withApiGroups("")
        .withResources("namespaces")
        .withVerbs("get")
        .endRule()
        .build();
    apiServer.client().resource(role).create();
    apiServer
        .client()
        .resource(new RoleBindingBuilder()
            .withNewMetadata()
            .withName("operator")
            .withNamespace("shop")
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "Role", "operator")
            .withSubjects(new Subject("rbac.authorization.k8s.io", "User", "operator", null))
            .build())
        .create();
    try (var operator = as("operator")) {
      var namespaces = new NamespaceCache(operator);

      assertThat(namespaces.find("shop"))
          .hasValueSatisfying(namespace -> assertThat(namespace.uid()).isEqualTo(uid));
      assertThatThrownBy(() -> namespaces.find("billing"))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("forbidden");
    }
  }

  @Test
  void an_answer_counts_for_seconds_only_and_there_may_be_none() {
    var ticks = new AtomicLong();
    var namespaces = new NamespaceCache(apiServer.client(), ticks::get);
    assertThat(namespaces.find("later")).isEmpty();
    var uid = create("later");

    assertThat(namespaces.find("later")).as("as it was a moment ago").isEmpty();
    assertThat(namespaces.ask("later")).as("asked anew").hasValueSatisfying(found -> {
      assertThat(found.uid()).isEqualTo(uid);
      assertThat(found.annotations()).containsEntry("hotspotter.dev/recordings-quota", "5Gi");
    });
    apiServer
        .client()
        .namespaces()
        .withName("later")
        .edit(n -> n.edit()
            .editMetadata()
            .removeFromAnnotations("hotspotter.dev/recordings-quota")
            .endMetadata()
            .build());
    ticks.addAndGet(Duration.ofSeconds(6).toNanos());

    assertThat(namespaces.find("later"))
        .hasValueSatisfying(found -> assertThat(found.annotations()).isEmpty());
  }

  private static String create(String name) {
    return apiServer
        .client()
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .withAnnotations(Map.of("hotspotter.dev/recordings-quota", "5Gi"))
            .endMetadata()
            .build())
        .create()
        .getMetadata()
        .getUid();
  }

  private static KubernetesClient as(String user) {
    return new KubernetesClientBuilder()
        .withConfig(new ConfigBuilder(apiServer.client().getConfiguration())
            .withImpersonateUsername(user)
            .build())
        .build();
  }
}
