package dev.hotspotter.testing;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.ProfileJobSpecBuilder;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.api.spec.TargetBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The surroundings of a whole operator: a real API server and a real object store; only kubelet and
 * sidecar are played.
 */
public final class Surroundings implements AutoCloseable {

  /** Of the image of all containers. */
  private static final String DIGEST = "sha256:" + "9f86d081".repeat(8);

  private final AtomicInteger namespaces = new AtomicInteger();
  private final ApiServer apiServer;
  private final S3Server s3;
  private final FakeKubelet kubelet;

  /** Each sidecar that is played uploads the same recording of this length. */
  public Surroundings(Path folder, Duration length) throws IOException {
    var recording = folder.resolve("burner.jfr");
    Burner.record(recording, length);
    apiServer = new ApiServer();
    s3 = new S3Server(S3Server.Kind.VERSITYGW, folder.resolve("s3"));
    kubelet = new FakeKubelet(apiServer.client(), recording);
  }

  /** An administrator's client. */
  public KubernetesClient client() {
    return apiServer.client();
  }

  public S3Server s3() {
    return s3;
  }

  /** A new one, by its name. */
  public String namespace() {
    var name = "it-" + namespaces.incrementAndGet();
    client()
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .build())
        .create();
    return name;
  }

  /** Runs these containers, with the label app: notifier and a version. */
  public Pod pod(
      String namespace, String name, Map<String, String> annotations, String... containers) {
    var pod = new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .withAnnotations(annotations)
        .withLabels(Map.of("app", "notifier", "app.kubernetes.io/version", "2.14.0"))
        .endMetadata()
        .withNewSpec()
        .withNodeName("node")
        .withNewSecurityContext()
        .withRunAsUser(1000L)
        .withRunAsGroup(1000L)
        .endSecurityContext()
        .withContainers(Stream.of(containers).map(Surroundings::container).toList())
        .endSpec()
        .build();
    return client()
        .resource(client().resource(pod).create())
        .editStatus(p -> new PodBuilder(p)
            .editOrNewStatus()
            .withPhase("Running")
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .withContainerStatuses(
                Stream.of(containers).map(Surroundings::running).toList())
            .endStatus()
            .build());
  }

  /** Reports as a kubelet does that the pod's container was killed for its memory and runs again. */
  public void restart(String namespace, String pod) {
    var killed = new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(137)
        .withReason("OOMKilled")
        .withFinishedAt(Instant.now().toString())
        .endTerminated()
        .build();
    client()
        .pods()
        .inNamespace(namespace)
        .withName(pod)
        .editStatus(p -> new PodBuilder(p)
            .editStatus()
            .withContainerStatuses(
                new ContainerStatusBuilder(p.getStatus().getContainerStatuses().getFirst())
                    .withRestartCount(1)
                    .withLastState(killed)
                    .build())
            .endStatus()
            .build());
  }

  /** A job that records these pods for a second; it is not created yet. */
  public static ProfileJob job(String namespace, String name) {
    var job = new ProfileJob();
    job.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    job.setSpec(ProfileJobSpecBuilder.builder()
        .target(TargetBuilder.builder()
            .selector(new PodSelector(Map.of("app", "notifier"), null))
            .build())
        .recording(RecordingBuilder.builder().duration("1s").build())
        .build());
    return job;
  }

  private static Container container(String name) {
    return new ContainerBuilder().withName(name).withImage("app").build();
  }

  private static ContainerStatus running(String name) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withImage("app")
        .withImageID("docker.io/library/app@" + DIGEST)
        .withReady(true)
        .withRestartCount(0)
        .withNewState()
        .withNewRunning()
        .endRunning()
        .endState()
        .build();
  }

  /** The kubelet first, which may have a failure to tell: the servers end nevertheless. */
  @Override
  public void close() {
    try (apiServer;
        s3) {
      kubelet.close();
    }
  }
}
