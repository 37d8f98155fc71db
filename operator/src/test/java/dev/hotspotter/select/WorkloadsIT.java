package dev.hotspotter.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.WorkloadRef;
import dev.hotspotter.testing.ApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The labels of workloads' pods; what their controllers would write into their status is written here. */
class WorkloadsIT {

  private static final String TEMPLATE =
      "template: {metadata: {labels: {app: shop}}, spec: {containers: [{name: app, image: 'app:1'}]}}";

  @AutoClose
  private static ApiServer apiServer;

  @BeforeAll
  static void startApiServer() throws Exception {
    apiServer = new ApiServer();
  }

  @ParameterizedTest
  @CsvSource({"Deployment, true", "ReplicaSet, true", "StatefulSet, true", "DaemonSet, false"})
  void of_a_workload_of_apps(String kind, boolean scales) throws Exception {
    create(
        "apps/v1",
        kind,
        "shop",
        "selector: {matchLabels: {app: shop}}, %s%s"
            .formatted(TEMPLATE, kind.equals("StatefulSet") ? ", serviceName: shop" : ""));

    assertThat(selector(new WorkloadRef(null, kind, "shop"))).isEqualTo("app=shop");
    assertThat(client()
            .genericKubernetesResources("apps/v1", kind)
            .inNamespace("default")
            .withName("shop")
            .get())
        .isNotNull();
  }

  @Test
  void of_a_job() throws Exception {
    create(
        "batch/v1",
        "Job",
        "import",
        TEMPLATE.replace("containers", "restartPolicy: Never, containers"));

    assertThat(selector(new WorkloadRef(null, "Job", "import")))
        .matches("batch.kubernetes.io/controller-uid=[-0-9a-f]{36}");
  }

  @Test
  void of_a_cron_job_those_of_the_jobs_that_it_has_now() throws Exception {
    create(
        "batch/v1",
        "CronJob",
        "nightly",
        "schedule: '0 3 * * *', jobTemplate: {spec: {%s}}"
            .formatted(TEMPLATE.replace("containers", "restartPolicy: Never, containers")));
    var ref = new WorkloadRef(null, "CronJob", "nightly");

    assertNoPods(ref, Reasons.NO_TARGETS, "CronJob nightly has no Job now");

    create(
        "batch/v1",
        "Job",
        "nightly-1",
        TEMPLATE.replace("containers", "restartPolicy: Never, containers"));
    var owner = client()
        .batch()
        .v1()
        .cronjobs()
        .inNamespace("default")
        .withName("nightly")
        .get();
    var job = client()
        .batch()
        .v1()
        .jobs()
        .inNamespace("default")
        .withName("nightly-1")
        .edit(j -> j.edit()
            .editMetadata()
            .addNewOwnerReference()
            .withApiVersion("batch/v1")
            .withKind("CronJob")
            .withName("nightly")
            .withUid(owner.getMetadata().getUid())
            .endOwnerReference()
            .endMetadata()
            .build());

    assertThat(selector(ref))
        .isEqualTo("batch.kubernetes.io/controller-uid in (%s)"
            .formatted(job.getMetadata().getUid()));
  }

  @Test
  void of_any_kind_with_a_scale_subresource() throws Exception {
    apiServer.install("""
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: rollouts.example.dev}
        spec:
          group: example.dev
          scope: Namespaced
          names: {kind: Rollout, plural: rollouts}
          versions:
            - name: v1
              served: true
              storage: true
              schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
              subresources:
                status: {}
                scale:
                  specReplicasPath: .spec.replicas
                  statusReplicasPath: .status.replicas
                  labelSelectorPath: .status.selector
        """);
    create("example.dev/v1", "Rollout", "shop", "replicas: 1");
    client()
        .genericKubernetesResources("example.dev/v1", "Rollout")
        .inNamespace("default")
        .withName("shop")
        .editStatus(rollout -> {
          rollout.setAdditionalProperty(
              "status", Map.of("replicas", 1, "selector", "rollout=shop"));
          return rollout;
        });

    assertThat(selector(new WorkloadRef("example.dev/v1", "Rollout", "shop")))
        .isEqualTo("rollout=shop");
  }

  @ParameterizedTest
  @CsvSource({"Deployment", "DaemonSet", "Job", "CronJob"})
  void one_that_does_not_exist_is_told(String kind) {
    assertNoPods(
        new WorkloadRef(null, kind, "none"),
        Reasons.WORKLOAD_NOT_FOUND,
        "there is no %s none in namespace default".formatted(kind));
  }

  @Test
  void a_kind_that_cannot_be_scaled_is_told() {
    assertNoPods(
        new WorkloadRef("v1", "ConfigMap", "kube-root-ca.crt"),
        Reasons.WORKLOAD_UNSUPPORTED,
        "a ConfigMap has no scale subresource");
  }

  @Test
  void an_unknown_kind_is_told() {
    assertNoPods(
        new WorkloadRef(null, "Rollout", "shop"),
        Reasons.WORKLOAD_UNSUPPORTED,
        "without its apiVersion");
    assertNoPods(
        new WorkloadRef("nobody.dev/v1", "Thing", "shop"),
        Reasons.WORKLOAD_UNSUPPORTED,
        "the API server has no kind Thing in nobody.dev/v1");
  }

  private static void assertNoPods(WorkloadRef ref, String reason, String words) {
    assertThatThrownBy(() -> selector(ref)).isInstanceOfSatisfying(Workloads.NoPods.class, e -> {
      assertThat(e.reason()).isEqualTo(reason);
      assertThat(e).hasMessageContaining(words);
    });
  }

  private static String selector(WorkloadRef ref) throws Workloads.NoPods {
    return new Workloads(client()).selector("default", ref);
  }

  private static void create(String version, String kind, String name, String spec) {
    client()
        .resource("apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: default}\nspec: {%s}"
            .formatted(version, kind, name, spec))
        .create();
  }

  private static KubernetesClient client() {
    return apiServer.client();
  }
}
