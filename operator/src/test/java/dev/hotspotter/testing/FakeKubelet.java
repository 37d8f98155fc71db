package dev.hotspotter.testing;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.observe.SidecarReport;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Plays kubelet and sidecar against a real API server. Each new ephemeral container waits, runs and
 * terminates, uploads a real recording to its URL, and reports as the sidecar does. A pod's
 * annotation "play", or "play." and the target container's name, changes the play.
 */
public final class FakeKubelet implements AutoCloseable {

  public static final String PLAY = "play";
  public static final String PULL_ERROR = "pull-error";
  public static final String NO_JVM = "no-jvm";
  public static final String KILLED = "killed";
  public static final String WRONG_HASH = "wrong-hash";
  public static final String JVM_EXITED = "jvm-exited";
  public static final String HOLD = "hold";
  public static final String UNTIL_ORDERED = "until-ordered";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient client;
  private final Path recording;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final AtomicReference<IllegalStateException> failure = new AtomicReference<>();
  private final SharedIndexInformer<Pod> pods;

  public FakeKubelet(KubernetesClient client, Path recording) {
    this.client = client;
    this.recording = recording;
    this.pods = client.pods().inAnyNamespace().inform(new OnPod());
  }

  /** Starts a container for each ephemeral one that is new. */
  private final class OnPod implements ResourceEventHandler<Pod> {

    @Override
    public void onAdd(Pod pod) {
      onUpdate(null, pod);
    }

    @Override
    public void onUpdate(Pod before, Pod pod) {
      if (pod.getSpec().getEphemeralContainers() == null) {
        return;
      }
      for (var container : pod.getSpec().getEphemeralContainers()) {
        if (seen.add(pod.getMetadata().getUid() + "/" + container.getName())) {
          threads.submit(() -> play(pod, container));
        }
      }
    }

    @Override
    public void onDelete(Pod pod, boolean stateUnknown) {}
  }

  private void play(Pod pod, EphemeralContainer sidecar) {
    try {
      var annotations = pod.getMetadata().getAnnotations();
      var play = annotations == null
          ? ""
          : annotations.getOrDefault(
              PLAY + "." + sidecar.getTargetContainerName(), annotations.getOrDefault(PLAY, ""));
      state(
          pod,
          sidecar,
          new ContainerStateBuilder()
              .withNewWaiting()
              .withReason("ContainerCreating")
              .endWaiting());
      switch (play) {
        case PULL_ERROR ->
          state(
              pod,
              sidecar,
              new ContainerStateBuilder()
                  .withNewWaiting()
                  .withReason("ImagePullBackOff")
                  .withMessage("Back-off pulling image \"sidecar:none\": not found")
                  .endWaiting());
        case HOLD -> running(pod, sidecar);
        case NO_JVM -> {
          running(pod, sidecar);
          terminated(
              pod,
              sidecar,
              2,
              Files.readString(Path.of("../sidecar/testdata/reports/refused-no-jvm.json")));
        }
        case UNTIL_ORDERED -> {
          running(pod, sidecar);
          var order = await().forever().until(() -> order(sidecar), Optional::isPresent);
          record(pod, sidecar, play, order);
        }
        case KILLED -> {
          running(pod, sidecar);
          terminated(pod, sidecar, 137, "");
        }
        default -> {
          running(pod, sidecar);
          record(pod, sidecar, play, Optional.empty());
        }
      }
    } catch (Exception e) {
      if (threads.isShutdown()) {
        return;
      }
      failure.compareAndSet(
          null, new IllegalStateException("the fake kubelet failed with " + sidecar.getName(), e));
    }
  }

  /** The reason in the operator's order to stop, once there is one. */
  private static Optional<String> order(EphemeralContainer sidecar) throws IOException {
    var order = Uploader.read(sidecar.getEnv(), "ORDERS");
    return order.isEmpty()
        ? Optional.empty()
        : Optional.of(JSON.readTree(order.get()).get("stop").asText());
  }

  private void record(Pod pod, EphemeralContainer sidecar, String play, Optional<String> order)
      throws Exception {
    var bytes = Files.readAllBytes(recording);
    Uploader.upload(sidecar.getEnv(), "UPLOAD", bytes);
    var diagnostics = diagnostics(sidecar);
    var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    var now = Instant.now().toString();
    var exited = play.equals(JVM_EXITED);
    var report = new SidecarReport(
        SidecarReport.VERSION,
        exited ? SidecarReport.Outcome.FAILED : SidecarReport.Outcome.RECORDED,
        exited ? "JvmExited" : "Recorded",
        new SidecarReport.Recording(
            order.isPresent(), play.equals(WRONG_HASH) ? "0".repeat(64) : hash, now, now, (long)
                bytes.length),
        diagnostics,
        order.map(reason -> "recorded cpu for 1s of 1m0s: " + reason).orElse("Recorded."),
        new SidecarReport.Jvm(1, "HotSpot", "25", "Main", false),
        new SidecarReport.Timings(1, 1, 1));
    terminated(pod, sidecar, exited ? 1 : 0, JSON.writeValueAsString(report));
  }

  /** Uploads a text that names what was asked for; null where nothing was. */
  private SidecarReport.Diagnostics diagnostics(EphemeralContainer sidecar) throws Exception {
    var variables =
        sidecar.getEnv().stream().collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    if (!variables.containsKey("HOTSPOTTER_DIAGNOSTICS_URL")) {
      return null;
    }
    var text = "==== %s ====\n".formatted(variables.get("HOTSPOTTER_DIAGNOSTICS"));
    Uploader.upload(sidecar.getEnv(), "DIAGNOSTICS", text.getBytes(StandardCharsets.UTF_8));
    return new SidecarReport.Diagnostics(
        text.length(), "classHistogram: the JVM did not answer in time");
  }

  private void running(Pod pod, EphemeralContainer sidecar) {
    state(
        pod,
        sidecar,
        new ContainerStateBuilder()
            .withNewRunning()
            .withStartedAt(Instant.now().toString())
            .endRunning());
  }

  private void terminated(Pod pod, EphemeralContainer sidecar, int exitCode, String message) {
    var now = Instant.now().toString();
    state(
        pod,
        sidecar,
        new ContainerStateBuilder()
            .withNewTerminated()
            .withExitCode(exitCode)
            .withReason(exitCode == 0 ? "Completed" : exitCode == 137 ? "OOMKilled" : "Error")
            .withMessage(message)
            .withStartedAt(now)
            .withFinishedAt(now)
            .endTerminated());
  }

  /** One after the other, and again when the pod has changed meanwhile, as a kubelet does it. */
  private synchronized void state(
      Pod pod, EphemeralContainer sidecar, ContainerStateBuilder state) {
    while (true) {
      try {
        write(pod, sidecar, state);
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
          throw e;
        }
      }
    }
  }

  private void write(Pod pod, EphemeralContainer sidecar, ContainerStateBuilder state) {
    var status = new ContainerStatusBuilder()
        .withName(sidecar.getName())
        .withImage(sidecar.getImage())
        .withImageID("")
        .withReady(false)
        .withRestartCount(0)
        .withState(state.build())
        .build();
    client
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .editStatus(p -> {
          var others = p.getStatus().getEphemeralContainerStatuses().stream()
              .filter(s -> !s.getName().equals(sidecar.getName()))
              .toList();
          return new PodBuilder(p)
              .editStatus()
              .withEphemeralContainerStatuses(others)
              .addToEphemeralContainerStatuses(status)
              .endStatus()
              .build();
        });
  }

  /** True when the sidecar of that name has been started in the pod. */
  public static boolean hasStarted(Pod pod, String sidecar) {
    return Pods.ephemeralStatus(pod, sidecar).isPresent();
  }

  @Override
  public void close() {
    pods.close();
    threads.shutdownNow();
    if (failure.get() != null) {
      throw failure.get();
    }
  }
}
