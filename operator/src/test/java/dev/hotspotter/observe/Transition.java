package dev.hotspotter.observe;

import static dev.hotspotter.api.RecordingPhase.COLLECTING;
import static dev.hotspotter.api.RecordingPhase.FAILED;
import static dev.hotspotter.api.RecordingPhase.INJECTED;
import static dev.hotspotter.api.RecordingPhase.PENDING;
import static dev.hotspotter.api.RecordingPhase.RECORDING;
import static dev.hotspotter.api.RecordingPhase.SUCCEEDED;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.RecordingPhase;
import java.util.List;

/**
 * One arrow of a diagram in docs/explanation/architecture.md; null stands for the diagram's start
 * or end.
 */
public record Transition<P>(P from, P to, String words) {

  /** All steps of a job. */
  public static final List<Transition<JobPhase>> OF_JOB = List.of(
      new Transition<>(null, JobPhase.PENDING, null),
      new Transition<>(JobPhase.PENDING, JobPhase.RUNNING, "targets chosen, at most 100"),
      new Transition<>(
          JobPhase.PENDING, JobPhase.FAILED, "no target, too many, or no room in the store"),
      new Transition<>(
          JobPhase.RUNNING,
          JobPhase.SUCCEEDED,
          "every target is terminal, one or more succeeded, report stored"),
      new Transition<>(
          JobPhase.RUNNING,
          JobPhase.FAILED,
          "every target failed, no report could be made, or the operator failed"),
      new Transition<>(JobPhase.SUCCEEDED, null, null),
      new Transition<>(JobPhase.FAILED, null, null));

  /** All steps that {@link TargetMachine} takes, and when. */
  public static final List<Transition<RecordingPhase>> OF_TARGET = List.of(
      new Transition<>(null, PENDING, "chosen"),
      new Transition<>(PENDING, INJECTED, "sidecar is in the pod"),
      new Transition<>(PENDING, COLLECTING, "pod gone, but its recording is stored"),
      new Transition<>(
          PENDING,
          FAILED,
          "API server refused, pod gone or no longer eligible, harm to another target, too many failures,"
              + " or busy or suspended until the deadline"),
      new Transition<>(INJECTED, RECORDING, "kubelet reports it running"),
      new Transition<>(INJECTED, COLLECTING, "recording stored, upload overdue, or sidecar ended"),
      new Transition<>(INJECTED, FAILED, "cannot start, or its report says why"),
      new Transition<>(RECORDING, INJECTED, "kubelet reports it as starting again"),
      new Transition<>(RECORDING, COLLECTING, "recording stored, upload overdue, or sidecar ended"),
      new Transition<>(RECORDING, FAILED, "its report says why, or no report came"),
      new Transition<>(
          COLLECTING, INJECTED, "stored recording has vanished before the sidecar was seen to run"),
      new Transition<>(
          COLLECTING, RECORDING, "stored recording has vanished while the sidecar runs"),
      new Transition<>(
          COLLECTING, SUCCEEDED, "rendered, and confirmed unless the sidecar can no longer report"),
      new Transition<>(
          COLLECTING,
          FAILED,
          "unreadable, no samples of its first event, or not what was reported"),
      new Transition<>(SUCCEEDED, null, null),
      new Transition<>(FAILED, null, null));
}
