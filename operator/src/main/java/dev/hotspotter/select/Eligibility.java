package dev.hotspotter.select;

import dev.hotspotter.api.Reasons;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Which pods can be profiled at all, from what the API server knows of them. */
public final class Eligibility {

  /** Set to "false" on a pod, it keeps every job away from it. */
  static final String ANNOTATION = "hotspotter.dev/profile";

  /** The kubelet's mark on the API server's copy of a static pod, to which nothing can be added (kubernetes.io/docs/reference/labels-annotations-taints). */
  private static final String MIRROR = "kubernetes.io/config.mirror";

  private static final String OS = "kubernetes.io/os";

  /** In the order in which they are told: what the owner wants first, what passes by itself last. */
  private static final List<Rule> RULES = List.of(
      new Rule(
          Reasons.OPTED_OUT,
          pod -> "false".equals(annotations(pod).get(ANNOTATION)),
          "the pod's annotation " + ANNOTATION
              + " is \"false\"; its owner does not want it to be profiled"),
      new Rule(
          Reasons.STATIC_POD,
          pod -> annotations(pod).containsKey(MIRROR),
          "the pod is a static pod, which the kubelet reads from a file of its node; nothing can be added to it"),
      new Rule(
          Reasons.WINDOWS_NODE,
          Eligibility::isOnWindows,
          "the pod runs on Windows, for which there is no async-profiler"),
      new Rule(
          Reasons.POD_NOT_RUNNING,
          pod -> !Pods.isRunning(pod),
          "the pod does not run or is being deleted; wait until it runs and create a new ProfileJob"),
      new Rule(
          Reasons.POD_NOT_READY,
          pod -> !isReady(pod),
          "the pod is not ready; wait until it is and create a new ProfileJob"));

  private Eligibility() {}

  /** A reason and when it applies. */
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
    var nodeSelector = pod.getSpec().getNodeSelector();
    return os != null && "windows".equals(os.getName())
        || nodeSelector != null && "windows".equals(nodeSelector.get(OS));
  }

  private static Map<String, String> annotations(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getAnnotations()).orElse(Map.of());
  }
}
