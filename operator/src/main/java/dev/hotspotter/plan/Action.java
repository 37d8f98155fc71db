package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** One effect that the plan asks for. Each can be asked for again without harm. */
public sealed interface Action {

  /** Put the sidecar into the target's pod. */
  record Inject(RecordingStatus target, Pod pod) implements Action {}

  /** Read the target's recording and store its graphs. */
  record Render(RecordingStatus target) implements Action {}

  /** Store the graphs over those of these targets that have a recording, and the report over all. */
  record Merge(List<RecordingStatus> targets) implements Action {}

  /** Store the report of a job that has ended and of which all targets failed. */
  record Report(List<RecordingStatus> targets) implements Action {}
}
