package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** The result of looking up the pods of a job's target. */
public sealed interface PodLookup {

  /** The pods, perhaps none; selector is null if the job names them. */
  record Found(String selector, List<Pod> pods) implements PodLookup {}

  /** The target cannot be resolved, such as a workload that does not exist. */
  record Failed(String reason, String message) implements PodLookup {}
}
