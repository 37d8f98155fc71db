package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A Deployment of JVMs in a namespace of its own, and the jobs that record them while a fault happens. */
final class FaultBench {

  static final Duration SOON = Duration.ofMinutes(4);

  /** From the start of the jobs; they end a little later, if nothing happens to them. */
  private static final Duration MOMENTS = Duration.ofSeconds(16);

  private static final String SHORT = "8s";
  private static final String LONG = "60s";
  private static final Map<String, String> LABELS = Map.of("app", "burner");
  /** In memory, and so small that a fault can fill it. */
  private static final EmptyDirVolumeSource TMP = new EmptyDirVolumeSourceBuilder()
      .withMedium("Memory")
      .withNewSizeLimit("8Mi")
      .build();
  /** A pod with more sidecars is replaced: the operator refuses one with 60. */
  private static final int MOST_SIDECARS = 40;

  private final Cluster cluster;
  private final String namespace;
  private final int size;
  private final boolean isWhole;
  private final BurnerPod burner = BurnerPod.restricted(1000, 1000)
      .limited("memory", "256Mi")
      .requesting("cpu", "40m")
      .mounting("tmp", "/tmp", TMP);
  private final List<ProfileJob> jobs = new ArrayList<>();
  private final Map<String, FaultEvidence.Jvm> jvms = new HashMap<>();
  private Random random = new Random();
  private String length = SHORT;
  private int started;

  FaultBench(Cluster cluster, String namespace, int size, boolean isWhole) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.size = size;
    this.isWhole = isWhole;
  }

  /**
   * Makes all pods ready, and replaces those that earlier faults restarted or that have many
   * sidecars. Earlier jobs go, because a harmed one would keep others from the image.
   */
  void prepare() {
    jobs.clear();
    jvms.clear();
    cluster.namespace(namespace, "restricted");
    cluster.client().resources(ProfileJob.class).inNamespace(namespace).delete();
    deploy(size);
    pods().stream()
        .filter(FaultBench::isWorn)
        .forEach(pod -> cluster.client().resource(pod).delete());
    var ready = await("the pods of %s are ready".formatted(namespace))
        .atMost(SOON)
        .ignoreExceptions()
        .until(this::answering, pods -> pods.size() == size);
    ready.forEach(pod -> jvms.put(pod.getMetadata().getName(), jvm(pod)));
  }

  private List<Pod> answering() {
    return pods().size() == size
        ? cluster.readyPods(namespace, LABELS).stream().filter(this::answers).toList()
        : List.of();
  }

  boolean answers(Pod pod) {
    try {
      return burner.answers(pod).size() == 1;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isWorn(Pod pod) {
    return pod.getSpec().getEphemeralContainers().size() > MOST_SIDECARS
        || "Failed".equals(pod.getStatus().getPhase())
        || pod.getStatus().getContainerStatuses().stream().anyMatch(c -> c.getRestartCount() > 0);
  }

  /** The Deployment with so many pods. */
  void deploy(int replicas) {
    var pod = burner.named(namespace, "burner", 25);
    cluster
        .client()
        .resource(new DeploymentBuilder()
            .withNewMetadata()
            .withName("burner")
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .withReplicas(replicas)
            .withNewSelector()
            .withMatchLabels(LABELS)
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(LABELS)
            .endMetadata()
            .withSpec(pod.getSpec())
            .endTemplate()
            .endSpec()
            .build())
        .forceConflicts()
        .serverSideApply();
  }

  /** Starts a job for every three or four pods. */
  void startJobs(Random moments, boolean recordLong) {
    random = moments;
    length = recordLong ? LONG : SHORT;
    var names = new ArrayList<>(jvms.keySet());
    Collections.sort(names);
    var groups = Math.max(1, size / 3);
    for (var group = 0; group < groups; group++) {
      startJob(names.subList(size * group / groups, size * (group + 1) / groups));
    }
  }

  /** Starts a job for these pods. */
  void startJob(Collection<String> pods) {
    jobs.add(cluster.apply(
        namespace,
        "fault-%d".formatted(started++),
        "target: {pods: [%s]}, firstWave: All, recording: {duration: %s}"
            .formatted(String.join(", ", pods), length)));
  }

  /** A moment of the jobs' time, from their start on. */
  Duration moment() {
    return Duration.ofMillis(random.nextLong(MOMENTS.toMillis()));
  }

  /** A moment of the jobs' time before they upload anything. */
  Duration momentBeforeUploads() {
    return moment().dividedBy(2);
  }

  /** Waits; how long is what the fault is about. */
  void hold(Duration time) {
    await().pollDelay(time).atMost(time.plus(SOON)).until(() -> true);
  }

  /** Waits for the first time in the short form, and for the second in the whole form. */
  void hold(Duration quick, Duration whole) {
    hold(isWhole ? whole : quick);
  }

  /** One of the pods of the jobs. */
  Pod anyPod() {
    var names = new ArrayList<>(jvms.keySet());
    Collections.sort(names);
    var name = names.get(random.nextInt(names.size()));
    return cluster.client().pods().inNamespace(namespace).withName(name).get();
  }

  static Set<String> names(Pod pod) {
    return Set.of(pod.getMetadata().getName());
  }

  /** The pod and job of one of the sidecars that run, as soon as there is one. */
  Map.Entry<ProfileJob, Pod> anyRunningSidecar() {
    var running = await("a sidecar runs")
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(this::runningSidecars, found -> !found.isEmpty());
    return running.get(random.nextInt(running.size()));
  }

  List<Map.Entry<ProfileJob, Pod>> runningSidecars() {
    return jobs.stream()
        .flatMap(job -> pods().stream()
            .filter(pod -> hasRunningSidecar(pod, job))
            .map(pod -> Map.entry(job, pod)))
        .toList();
  }

  static boolean hasRunningSidecar(Pod pod, ProfileJob job) {
    return Pods.ephemeralStatus(pod, SidecarSpec.name(job, "app"))
        .filter(status -> status.getState().getRunning() != null)
        .isPresent();
  }

  List<Pod> pods() {
    return cluster
        .client()
        .pods()
        .inNamespace(namespace)
        .withLabels(LABELS)
        .list()
        .getItems();
  }

  /** The JVM of a pod; none if it does not run. */
  static FaultEvidence.Jvm jvm(Pod pod) {
    try {
      var status = pod.getStatus().getContainerStatuses().getFirst();
      var process = NodeProcess.of(status).getFirst();
      return new FaultEvidence.Jvm(
          pod.getMetadata().getUid(), status.getRestartCount(), process.pid(), process.started());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Cluster cluster() {
    return cluster;
  }

  String namespace() {
    return namespace;
  }

  List<ProfileJob> jobs() {
    return List.copyOf(jobs);
  }

  /** The JVMs as they were before the jobs, by pod. */
  Map<String, FaultEvidence.Jvm> jvms() {
    return Map.copyOf(jvms);
  }

  int size() {
    return size;
  }
}
