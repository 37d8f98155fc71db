package dev.hotspotter.select;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.api.spec.Target;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The containers of an eligible pod to record, or the refusal. */
public record ContainerChoice(List<String> containers, Optional<Refusal> refusal) {

  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";
  private static final String ALL = "*";

  static ContainerChoice of(ProfileJob job, Pod pod, Instant now) {
    var named = named(job.getSpec().target(), pod);
    var candidates = named.isEmpty() ? unknown(pod) : named.stream().distinct().toList();
    if (candidates.isEmpty()) {
      return new ContainerChoice(List.of(), Optional.of(noJvm(pod)));
    }
    // A container that cannot be recorded may be the one that the user means.
    return candidates.stream()
        .flatMap(name -> refusal(job, pod, name, now).stream())
        .findFirst()
        .map(why -> new ContainerChoice(List.of(), Optional.of(why)))
        .orElseGet(() -> new ContainerChoice(candidates, Optional.empty()));
  }

  /** True if the job names no container, so that sidecars find out which ones run a JVM. */
  public static boolean isGuess(Target target) {
    return target.containers() == null || target.containers().contains(ALL);
  }

  private static List<String> named(Target target, Pod pod) {
    if (target.containers() != null) {
      return target.containers().contains(ALL) ? List.of() : target.containers();
    }
    var usual = pod.getMetadata().getAnnotations().get(DEFAULT_CONTAINER);
    return usual == null ? List.of() : List.of(usual);
  }

  private static List<String> names(Pod pod) {
    return pod.getSpec().getContainers().stream().map(Container::getName).toList();
  }

  /** The containers of which no earlier sidecar says that they run no JVM. */
  private static List<String> unknown(Pod pod) {
    return names(pod).stream()
        .filter(name -> !EarlierFindings.haveNoJvm(pod, name))
        .toList();
  }

  private static Refusal noJvm(Pod pod) {
    return new Refusal(
        Reasons.NO_JVM_FOUND,
        "an earlier ProfileJob found no HotSpot JVM in %s; to look again, name a container in target.containers"
            .formatted(String.join(", ", names(pod))));
  }

  /** The refusal of a container, also of one that was chosen earlier. */
  public static Optional<Refusal> refusal(ProfileJob job, Pod pod, String name, Instant now) {
    var container = Pods.container(pod, name);
    if (container.isEmpty()) {
      return refuse(
          Reasons.CONTAINER_NOT_FOUND,
          "the pod has no container %s; target.containers can hold %s"
              .formatted(name, names(pod).stream().collect(Collectors.joining(", "))));
    }
    var started = Pods.runningSince(pod, name);
    if (started.isEmpty()) {
      return refuse(
          Reasons.POD_NOT_RUNNING,
          "container %s is not running; wait until it is, and create a new ProfileJob"
              .formatted(name));
    }
    var young = tooYoung(job.getSpec().target().minAge(), name, started.get(), now);
    if (young.isPresent()) {
      return refuse(Reasons.POD_TOO_YOUNG, young.get());
    }
    if (Identity.of(job, pod, container.get()).isEmpty()) {
      return refuse(
          Reasons.IDENTITY_UNKNOWN,
          "neither the kubelet nor the pod states the user and group of container %s;"
                  .formatted(name)
              + " set spec.sidecar.runAsUser and runAsGroup in the ProfileJob,"
              + " or both in the container's securityContext, or use Kubernetes 1.33 with containerd 2, or later");
    }
    return EphemeralStorage.shortage(job.getSpec().recording(), pod, container.get())
        .map(words -> new Refusal(Reasons.STORAGE_LIMIT_TOO_LOW, words));
  }

  /** Why the container is too young, in words. The start is that of its node's clock. */
  private static Optional<String> tooYoung(
      String minAge, String container, Instant started, Instant now) {
    var least = Durations.parse(minAge);
    var age = Duration.between(started, now);
    if (!least.isPositive() || age.compareTo(least) >= 0) {
      return Optional.empty();
    }
    return Optional.of(
        age.isNegative()
            ? ("container %s starts in %d s by the operator's clock, so its age is unknown;"
                    + " correct the clocks of its node and the operator's, or remove target.minAge")
                .formatted(container, age.negated().toSeconds())
            : "container %s has run for %d s, and target.minAge asks for %s; wait, or lower it"
                .formatted(container, age.toSeconds(), minAge));
  }

  private static Optional<Refusal> refuse(String reason, String message) {
    return Optional.of(new Refusal(reason, message));
  }
}
