package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** What a job's target comes to in the cluster. */
public sealed interface PodLookup {

  /** These pods; selector is null if they were named. */
  record Found(String selector, List<Pod> pods) implements PodLookup {}

  /** No pods, because of what the target names. */
  record Failed(String reason, String message) implements PodLookup {}
}
