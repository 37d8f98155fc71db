package dev.hotspotter.select;

import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Decides which pods can be profiled, from their API objects. */
public final class Eligibility {

  /** With the value "false" on a pod, no job profiles it. */
  static final String ANNOTATION = "hotspotter.dev/profile";

  /**
   * The annotation of a static pod's mirror, which takes no ephemeral containers
   * (kubernetes.io/docs/reference/labels-annotations-taints).
   */
  private static final String MIRROR = "kubernetes.io/config.mirror";

  private static final String OS = "kubernetes.io/os";

  /** The rules by precedence: the owner's wish first, passing conditions last. */
  private static final List<Rule> RULES = List.of(
      new Rule(
          Reasons.OPTED_OUT,
          pod -> "false".equals(pod.getMetadata().getAnnotations().get(ANNOTATION)),
          "the pod's annotation " + ANNOTATION
              + " is \"false\"; ask its owner to remove it, or choose another pod"),
      new Rule(
          Reasons.STATIC_POD,
          pod -> pod.getMetadata().getAnnotations().containsKey(MIRROR),
          "the pod is a static pod, which cannot get a sidecar; choose another pod"),
      new Rule(
          Reasons.WINDOWS_NODE,
          Eligibility::isOnWindows,
          "the pod runs on Windows, which async-profiler does not support; choose another pod"),
      new Rule(
          Reasons.POD_NOT_RUNNING,
          pod -> !Pods.isRunning(pod),
          "the pod is not running or is being deleted; wait until it runs, and create a new ProfileJob"),
      new Rule(
          Reasons.POD_NOT_READY,
          pod -> !isReady(pod),
          "the pod is not ready; wait until it is, and create a new ProfileJob"));

  private Eligibility() {}

  /** One rule: a reason, its condition and its message. */
  private record Rule(String reason, Predicate<Pod> applies, String message) {}

  public static Optional<Refusal> refusal(Pod pod) {
    return RULES.stream()
        .filter(rule -> rule.applies().test(pod))
        .findFirst()
        .map(rule -> new Refusal(rule.reason(), rule.message()));
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(condition ->
            "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
  }

  private static boolean isOnWindows(Pod pod) {
    var os = pod.getSpec().getOs();
    return os != null && "windows".equals(os.getName())
        || "windows".equals(pod.getSpec().getNodeSelector().get(OS));
  }
}
