package dev.hotspotter.testing;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.time.Instant;
import java.util.stream.IntStream;

/** Pods as a kubelet reports them. */
public final class PodFixtures {

  private PodFixtures() {}

  /** Runs each of the containers, app if none is named, as 1000:1000 on worker-1. */
  public static PodBuilder running(String name, String... containers) {
    var pod = new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("shop")
        .withUid("uid-" + name)
        .withResourceVersion("41")
        .endMetadata()
        .withNewSpec()
        .withNodeName("worker-1")
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus();
    for (var container : containers.length == 0 ? new String[] {"app"} : containers) {
      pod.editSpec().addNewContainer().withName(container).endContainer().endSpec();
      pod.editStatus()
          .addNewContainerStatus()
          .withName(container)
          .withNewState()
          .withNewRunning("2026-11-21T09:00:00Z")
          .endState()
          .withNewUser()
          .withNewLinux()
          .withUid(1000L)
          .withGid(1000L)
          .endLinux()
          .endUser()
          .endContainerStatus()
          .endStatus();
    }
    return pod;
  }

  /** Runs one container for each of these limits of ephemeral-storage, app, app-1 and so on; null is none. */
  public static PodBuilder limited(String name, String... limits) {
    var pod = running(
        name,
        IntStream.range(0, limits.length)
            .mapToObj(i -> i == 0 ? "app" : "app-" + i)
            .toArray(String[]::new));
    for (var i = 0; i < limits.length; i++) {
      if (limits[i] != null) {
        pod.editSpec()
            .editContainer(i)
            .withResources(storage(limits[i]))
            .endContainer()
            .endSpec();
      }
    }
    return pod;
  }

  public static ResourceRequirements storage(String limit) {
    return new ResourceRequirementsBuilder()
        .addToLimits("ephemeral-storage", new Quantity(limit))
        .build();
  }

  /** The pod with another job's sidecar in the given state beside its container. */
  public static PodBuilder occupied(PodBuilder pod, ContainerState state, Instant startBefore) {
    return pod.editSpec()
        .addNewEphemeralContainer()
        .withName("hotspotter-0badcafe-app")
        .withTargetContainerName("app")
        .addNewEnv()
        .withName("HOTSPOTTER_JOB")
        .withValue("shop/other")
        .endEnv()
        .addNewEnv()
        .withName("HOTSPOTTER_DURATION")
        .withValue("60s")
        .endEnv()
        .addNewEnv()
        .withName("HOTSPOTTER_START_BEFORE")
        .withValue(startBefore.toString())
        .endEnv()
        .endEphemeralContainer()
        .endSpec()
        .editStatus()
        .addNewEphemeralContainerStatus()
        .withName("hotspotter-0badcafe-app")
        .withState(state)
        .endEphemeralContainerStatus()
        .endStatus();
  }

  /** The pod with the sidecar of Jobs.job() in its spec, of which the kubelet says nothing yet. */
  public static Pod injected(String name) {
    return running(name)
        .editSpec()
        .addNewEphemeralContainer()
        .withName(Jobs.SIDECAR)
        .endEphemeralContainer()
        .endSpec()
        .build();
  }

  /** The pod with that sidecar in the given state. */
  public static Pod injected(String name, ContainerState state) {
    var status =
        new ContainerStatusBuilder().withName(Jobs.SIDECAR).withState(state).build();
    return injected(name)
        .edit()
        .editStatus()
        .addToEphemeralContainerStatuses(status)
        .endStatus()
        .build();
  }

  public static ContainerState waiting(String reason, String message) {
    return new ContainerStateBuilder().withNewWaiting(message, reason).build();
  }

  public static ContainerState running(Instant since) {
    return new ContainerStateBuilder().withNewRunning(since.toString()).build();
  }

  public static ContainerState terminated(int exitCode, String reason, String message) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withReason(reason)
        .withMessage(message)
        .endTerminated()
        .build();
  }
}
