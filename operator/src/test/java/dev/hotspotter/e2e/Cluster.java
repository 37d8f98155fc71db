package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The local cluster after operator/e2e.sh: the chart without any values, and the demo workload
 * under load.
 */
final class Cluster implements AutoCloseable {

  static final Path REPOSITORY = Path.of("..");
  static final String OPERATOR_NAMESPACE = "hotspotter";

  /** Locked by tests that change or stop one of them, and shared by those that run beside others. */
  static final String OPERATOR_AND_STORE = "operator and store";

  private static final Map<String, String> OPERATOR =
      Map.of("app.kubernetes.io/name", "hotspotter", "app.kubernetes.io/component", "operator");

  private final KubernetesClient client = new KubernetesClientBuilder()
      .withConfig(patient(Config.autoConfigure(null)))
      .build();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Set<String> namespaces = ConcurrentHashMap.newKeySet();
  private LocalPortForward pages;

  KubernetesClient client() {
    return client;
  }

  /**
   * Waits two minutes for an answer. On a busy machine the client would else retry a creation that
   * has succeeded, and be refused.
   */
  private static Config patient(Config config) {
    config.setRequestTimeout((int) Duration.ofMinutes(2).toMillis());
    return config;
  }

  Pod operatorPod() {
    return await("the operator is ready")
        .atMost(Duration.ofMinutes(3))
        .until(() -> readyPods(OPERATOR_NAMESPACE, OPERATOR), pods -> pods.size() == 1)
        .getFirst();
  }

  List<Pod> readyPods(String namespace, Map<String, String> labels) {
    return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
        .filter(
            pod -> pod.getMetadata().getDeletionTimestamp() == null && Readiness.isPodReady(pod))
        .toList();
  }

  /**
   * Creates the namespace or changes its level of Pod Security; closing this cluster deletes it
   * with all its pods.
   */
  void namespace(String name, String podSecurity) {
    client
        .namespaces()
        .withName(name)
        .waitUntilCondition(Cluster::isNotTerminating, 180, TimeUnit.SECONDS);
    namespaces.add(name);
    client
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels("pod-security.kubernetes.io/enforce", podSecurity)
            .endMetadata()
            .build())
        .serverSideApply();
  }

  private static boolean isNotTerminating(Namespace namespace) {
    return namespace == null || namespace.getMetadata().getDeletionTimestamp() == null;
  }

  ProfileJob apply(String namespace, String name, String spec) {
    var yaml = """
        apiVersion: hotspotter.dev/v1alpha1
        kind: ProfileJob
        metadata: {name: %s, namespace: %s}
        spec: {%s}
        """.formatted(name, namespace, spec);
    var job = client.getKubernetesSerialization().unmarshal(yaml, ProfileJob.class);
    client.resource(job).withTimeoutInMillis(10_000).delete();
    return client.resource(job).create();
  }

  /** The job once its phase is terminal. */
  ProfileJob finished(ProfileJob job, Duration limit) {
    return await("job " + job.getMetadata().getName() + " ends")
        .atMost(limit)
        .until(
            () -> client.resource(job).get(),
            j -> j.getStatus() != null && j.getStatus().phase().isTerminal());
  }

  ProfileJob current(ProfileJob job) {
    return client.resource(job).get();
  }

  /** The answer of a link in a job's status, through a user's port-forward. */
  HttpResponse<byte[]> follow(String link) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(reachable(link))).build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  /** The link as it leads to the pages from here. */
  String reachable(String link) {
    if (pages == null || !pages.isAlive()) {
      var pod = operatorPod().getMetadata();
      pages =
          client.pods().inNamespace(pod.getNamespace()).withName(pod.getName()).portForward(8080);
    }
    var address = URI.create(link);
    var query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    return "http://localhost:" + pages.getLocalPort() + address.getRawPath() + query;
  }

  String text(String link) throws IOException, InterruptedException {
    var response = follow(link);
    if (response.statusCode() != 200) {
      throw new AssertionError("%s answered %d: %s"
          .formatted(
              link, response.statusCode(), new String(response.body(), StandardCharsets.UTF_8)));
    }
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** This machine's pid of the JVM of a pod: the node's processes are this machine's. */
  static long jvm(Pod pod) throws IOException {
    var uid = pod.getMetadata().getUid();
    try (var processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(p -> p.getFileName().toString().matches("[0-9]+"))
          .filter(p -> read(p.resolve("cgroup")).contains(uid)
              && read(p.resolve("maps")).contains("libjvm.so"))
          .mapToLong(p -> Long.parseLong(p.getFileName().toString()))
          .findFirst()
          .orElseThrow(
              () -> new AssertionError("no JVM runs in pod " + pod.getMetadata().getName()));
    }
  }

  /** Empty for a process that has ended meanwhile. */
  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  /** Lets jobs ask for kernel stacks, which an installation does not by itself; until {@link #rollBack}. */
  static void allowKernelStacks() throws IOException, InterruptedException {
    change("limits.allowKernelStacks=true");
  }

  /** Changes a value of the installation, until {@link #rollBack}. */
  static void change(String value) throws IOException, InterruptedException {
    run(
        "helm",
        "upgrade",
        "hotspotter",
        REPOSITORY.resolve("charts/hotspotter").toString(),
        "-n",
        OPERATOR_NAMESPACE,
        "--reuse-values",
        "--set",
        value,
        "--wait",
        "--timeout",
        "4m");
  }

  /** Takes the last change of the installation back. */
  static void rollBack() throws IOException, InterruptedException {
    run("helm", "rollback", "hotspotter", "-n", OPERATOR_NAMESPACE, "--wait", "--timeout", "4m");
  }

  /** Runs a command of this machine; its output if it succeeds. */
  static String run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", command) + " failed: " + output);
    }
    return output;
  }

  @Override
  public void close() throws IOException {
    if (pages != null) {
      pages.close();
    }
    namespaces.forEach(name -> client.namespaces().withName(name).delete());
    client.close();
  }
}
