package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** What a job's target comes to in the cluster. */
public sealed interface Reach {

  /** These pods; selector is null if they were named. */
  record Pods(String selector, List<Pod> pods) implements Reach {}

  /** No pods, because of what the target names. */
  record Nothing(String reason, String message) implements Reach {}
}
