package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.builder.Visitor;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A pod whose shells find a JVM in $JAVA, and whose JVMs, so many, answer on ports from 8000. Pod
 * Security must admit it in its namespace.
 */
record BurnerPod(Pod template, String podSecurity, int jvms) {

  static final Duration SOON = Duration.ofMinutes(4);
  private static final String JAVA =
      "%s/bin/java -Xms32m -Xmx32m -XX:+UseSerialGC -XX:+AlwaysPreTouch -cp /opt/burner";

  /** A pod with all that Pod Security restricted asks for, and one JVM as its first process. */
  static BurnerPod restricted(long uid, long gid) {
    return new BurnerPod(
            Serialization.unmarshal(
                BurnerPod.class.getResourceAsStream("/e2e/burner-pod.yaml"), Pod.class),
            "restricted",
            1)
        .security(s -> s.withRunAsUser(uid).withRunAsGroup(gid));
  }

  /** A root pod with the default capabilities. */
  static BurnerPod root() {
    var pod = restricted(0, 0)
        .security(s ->
            s.withRunAsNonRoot(null).withCapabilities(null).withAllowPrivilegeEscalation(null));
    return new BurnerPod(pod.template, "baseline", 1);
  }

  /** The pod with a capability that Pod Security admits in privileged namespaces only. */
  BurnerPod capable(String capability) {
    var pod = security(s -> s.withNewCapabilities().withAdd(capability).endCapabilities());
    return new BurnerPod(pod.template, "privileged", jvms);
  }

  BurnerPod running(int jvms, String script) {
    return new BurnerPod(
        edited(ContainerBuilder.class, c -> c.withCommand("sh", "-c", script)), podSecurity, jvms);
  }

  BurnerPod security(Visitor<SecurityContextBuilder> edit) {
    return new BurnerPod(edited(SecurityContextBuilder.class, edit), podSecurity, jvms);
  }

  BurnerPod spec(Visitor<PodSpecBuilder> edit) {
    return new BurnerPod(edited(PodSpecBuilder.class, edit), podSecurity, jvms);
  }

  BurnerPod readOnly() {
    return security(s -> s.withReadOnlyRootFilesystem(true));
  }

  BurnerPod emptyDirOnTmp() {
    return emptyDirOn("tmp", "/tmp");
  }

  BurnerPod emptyDirOn(String name, String path) {
    return mounting(name, path, new EmptyDirVolumeSource());
  }

  BurnerPod mounting(String name, String path, EmptyDirVolumeSource folder) {
    var mounted = edited(
        ContainerBuilder.class,
        c -> c.addNewVolumeMount().withName(name).withMountPath(path).endVolumeMount());
    return new BurnerPod(mounted, podSecurity, jvms)
        .spec(s -> s.addNewVolume().withName(name).withEmptyDir(folder).endVolume());
  }

  /** The pod in a namespace in which everything is allowed. */
  BurnerPod amongPrivileged() {
    return new BurnerPod(template, "privileged", jvms);
  }

  /** The pod with a second container that runs no JVM. */
  BurnerPod besideShell() {
    var first = template.getSpec().getContainers().getFirst();
    var second = new ContainerBuilder(first)
        .withName("beside")
        .withCommand("sleep", "3600")
        .build();
    return spec(s -> s.addToContainers(second));
  }

  /** The pod with a second container like the first, whose JVM answers on the next port. */
  BurnerPod twice() {
    return twice("exec $JAVA Burner 8001");
  }

  BurnerPod twice(String script) {
    var first = template.getSpec().getContainers().getFirst();
    var second = new ContainerBuilder(first)
        .withName("beside")
        .withCommand("sh", "-c", script)
        .build();
    return new BurnerPod(template, podSecurity, jvms + 1).spec(s -> s.addToContainers(second));
  }

  BurnerPod annotated(String annotation, String value) {
    return new BurnerPod(
        new PodBuilder(template)
            .editMetadata()
            .addToAnnotations(annotation, value)
            .endMetadata()
            .build(),
        podSecurity,
        jvms);
  }

  BurnerPod limited(String resource, String limit) {
    var limits = Map.of(resource, new Quantity(limit));
    return new BurnerPod(
        edited(
            ContainerBuilder.class,
            c -> c.editOrNewResources().withLimits(limits).endResources()),
        podSecurity,
        jvms);
  }

  /** So that others on a busy machine leave it something. */
  BurnerPod requesting(String resource, String amount) {
    var requests = Map.of(resource, new Quantity(amount));
    return new BurnerPod(
        edited(
            ContainerBuilder.class,
            c -> c.editOrNewResources().withRequests(requests).endResources()),
        podSecurity,
        jvms);
  }

  /** The pod with a probe of a port without listener; a command would add a process to the container. */
  BurnerPod neverReady() {
    var probed = edited(
        ContainerBuilder.class,
        c -> c.withNewReadinessProbe()
            .withNewTcpSocket()
            .withNewPort(7999)
            .endTcpSocket()
            .endReadinessProbe());
    return new BurnerPod(probed, podSecurity, jvms);
  }

  /** One at a time, because Fabric8's builders fill a set that all visitors share, and tests run beside each other. */
  private <T> Pod edited(Class<T> type, Visitor<T> edit) {
    synchronized (BurnerPod.class) {
      return new PodBuilder(template).accept(type, edit).build();
    }
  }

  /** The pod with Temurin's JVM of this version. */
  Pod named(String namespace, String name, int jdk) {
    return named(namespace, name, Jvm.temurin(jdk));
  }

  private Pod named(String namespace, String name, Jvm jvm) {
    return new PodBuilder(edited(
            ContainerBuilder.class,
            c -> c.withImage(jvm.image())
                .addNewEnv()
                .withName("JAVA")
                .withValue(JAVA.formatted(jvm.home()))
                .endEnv()))
        .editMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(Map.of("app", name))
        .endMetadata()
        .build();
  }

  /** Starts the pod with Temurin's JVM of this version. */
  Pod start(KubernetesClient client, String namespace, String name, int jdk) {
    return start(client, namespace, name, Jvm.temurin(jdk));
  }

  /** Starts the pod anew and waits until all its JVMs answer. */
  Pod start(KubernetesClient client, String namespace, String name, Jvm jvm) {
    var pod = named(namespace, name, jvm);
    client.resource(pod).withTimeoutInMillis(SOON.toMillis()).delete();
    client.resource(pod).create();
    var started = client
        .resource(pod)
        .waitUntilCondition(BurnerPod::isUp, SOON.toSeconds(), TimeUnit.SECONDS);
    await("the JVMs of %s answer".formatted(name))
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> answers(started).size() == jvms);
    return started;
  }

  /** Ready, unless it is one that never is. */
  private static boolean isUp(Pod pod) {
    if (pod == null
        || pod.getSpec().getContainers().stream().allMatch(c -> c.getReadinessProbe() == null)) {
      return pod != null && Readiness.isPodReady(pod);
    }
    var statuses = pod.getStatus().getContainerStatuses();
    return !statuses.isEmpty()
        && statuses.stream().allMatch(c -> c.getState().getRunning() != null);
  }

  /** The version of each JVM, by its own word. */
  List<String> answers(Pod pod) throws IOException {
    var answers = new ArrayList<String>();
    for (var jvm = 0; jvm < jvms; jvm++) {
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(pod.getStatus().getPodIP(), 8000 + jvm), 10_000);
        socket.setSoTimeout(10_000);
        answers.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
      }
    }
    return answers;
  }
}
