package dev.hotspotter.e2e;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.RecordingPhase;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What became of a bench after a fault: its jobs, its pods and the operator. */
record FaultEvidence(
    Set<String> victims, List<Job> jobs, List<Target> pods, boolean isOperatorRestarted) {

  /**
   * A job. The samples of its targets' stacks must be those of its merged stacks; events has the
   * Kubernetes events about it and its sidecars.
   */
  record Job(
      String name,
      boolean isDeleted,
      Optional<JobPhase> phase,
      List<Recording> recordings,
      long samples,
      long mergedSamples,
      List<String> events) {}

  /** A target of a job. It is stored if the store has the bytes with the hash of the status. */
  record Recording(
      String pod,
      RecordingPhase phase,
      String reason,
      boolean isStored,
      boolean isReported,
      int sidecars,
      boolean hasRunningSidecar) {}

  /** A pod's JVM before and after; without one if it has ended. */
  record Target(String pod, Jvm before, Optional<Jvm> after, boolean works) {}

  /** What stays the same in an unharmed pod. */
  record Jvm(String podUid, int restarts, long pid, long started) {}
}
