package dev.hotspotter.testing;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The chart's rights for an operator that a test runs. With an administrator's, no test would see
 * that a right is missing.
 */
public final class OperatorRights {

  private static final Path TEMPLATE =
      Path.of("..", "charts", "hotspotter", "templates", "rbac.yaml");
  private static final Pattern RULES =
      Pattern.compile("(?s)define \"hotspotter.operatorRules\" -}}\\n(.+?)\\{\\{-");
  private static final String USER = "hotspotter-operator";

  private OperatorRights() {}

  /** The configuration of a client with exactly these rights. */
  public static Config of(KubernetesClient administrator) throws IOException {
    var rules = RULES.matcher(Files.readString(TEMPLATE));
    if (!rules.find()) {
      throw new IOException("no rules of the operator in " + TEMPLATE);
    }
    var yaml =
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: %s}\nrules:\n%s"
            .formatted(USER, rules.group(1));
    administrator
        .resource(administrator.getKubernetesSerialization().unmarshal(yaml, ClusterRole.class))
        .serverSideApply();
    administrator
        .resource(new ClusterRoleBindingBuilder()
            .withNewMetadata()
            .withName(USER)
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", USER)
            .addNewSubject("rbac.authorization.k8s.io", "User", USER, null)
            .build())
        .serverSideApply();
    return new ConfigBuilder(administrator.getConfiguration())
        .withImpersonateUsername(USER)
        .build();
  }
}
