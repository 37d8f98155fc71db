package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** One effect that the plan asks for. Actions are idempotent. */
public sealed interface Action {

  /** Put the sidecar into the target's pod. */
  record Inject(RecordingStatus target, Pod pod) implements Action {}

  /** Order the target's sidecar to stop; what its job did is a predicate such as "was suspended". */
  record Stop(RecordingStatus target, String whatTheJobDid) implements Action {}

  /** Read the target's recording and store its rendered files. */
  record Render(RecordingStatus target) implements Action {}

  /** Store the merged files over the targets with a recording, and the report over all. */
  record Merge(List<RecordingStatus> targets) implements Action {}

  /** Store the report of a job whose targets have all failed. */
  record Report(List<RecordingStatus> targets) implements Action {}
}
