package dev.hotspotter.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.e2e.Fault.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Decides what a fault has lost and harmed. */
final class FaultJudge {

  private final Fault fault;
  private final FaultEvidence evidence;

  FaultJudge(Fault fault, FaultEvidence evidence) {
    this.fault = fault;
    this.evidence = evidence;
  }

  /** Each thing that a user would miss, or have twice, in a sentence. */
  List<String> lost() {
    var lost = new ArrayList<String>();
    for (var job : evidence.jobs()) {
      inJob(job).forEach(words -> lost.add(job.name() + ": " + words));
    }
    if (evidence.isOperatorRestarted() && !fault.may(Effect.RESTARTS_OPERATOR)) {
      lost.add("the operator was restarted");
    }
    return lost;
  }

  private List<String> inJob(FaultEvidence.Job job) {
    var lost = new ArrayList<String>();
    job.events().stream()
        .collect(groupingBy(Function.identity(), counting()))
        .forEach((event, times) -> {
          if (times > 1) {
            lost.add("the event came %d times: %s".formatted(times, event));
          }
        });
    job.recordings().stream()
        .filter(FaultEvidence.Recording::hasRunningSidecar)
        .forEach(recording -> lost.add("the sidecar in %s still runs".formatted(recording.pod())));
    job.recordings().stream()
        .filter(recording -> recording.sidecars() > 1)
        .forEach(recording ->
            lost.add("%s has %d sidecars".formatted(recording.pod(), recording.sidecars())));
    if (job.isDeleted()) {
      if (!fault.may(Effect.DELETES_JOBS)) {
        lost.add("the job is gone");
      }
      return lost;
    }
    if (job.phase().isEmpty() || !job.phase().get().isTerminal()) {
      lost.add("the job has not ended: " + job.phase().map(Enum::name).orElse("no status"));
      return lost;
    }
    if (job.recordings().isEmpty()) {
      lost.add("the job has no target");
    }
    if (job.phase().get() == JobPhase.SUCCEEDED && job.samples() == 0) {
      lost.add("the job has no samples");
    }
    if (job.samples() != job.mergedSamples()) {
      lost.add(
          "the merged stacks have %d of %d samples".formatted(job.mergedSamples(), job.samples()));
    }
    job.recordings().forEach(recording -> lost.addAll(of(recording)));
    return lost;
  }

  private List<String> of(FaultEvidence.Recording recording) {
    var lost = new ArrayList<String>();
    switch (recording.phase()) {
      case SUCCEEDED -> {
        if (!recording.isStored()) {
          lost.add("the recording of %s is not in the store".formatted(recording.pod()));
        }
        if (!recording.isReported()) {
          lost.add("%s is not in the merged report".formatted(recording.pod()));
        }
      }
      case FAILED -> {
        if (!isExpected(recording)) {
          lost.add("%s failed with %s".formatted(recording.pod(), recording.reason()));
        }
      }
      default ->
        lost.add("%s is still %s".formatted(recording.pod(), recording.phase().word()));
    }
    return lost;
  }

  private boolean isExpected(FaultEvidence.Recording recording) {
    return fault.ofOthers().contains(recording.reason())
        || evidence.victims().contains(recording.pod())
            && fault.ofVictims().contains(recording.reason());
  }

  /** Each sign of harm to a pod that the fault itself did not strike, in a sentence. */
  List<String> harmed() {
    return evidence.pods().stream()
        .filter(
            pod -> !(fault.may(Effect.RESTARTS_VICTIMS) && evidence.victims().contains(pod.pod())))
        .flatMap(pod -> harm(pod).stream().map(words -> pod.pod() + words))
        .toList();
  }

  private static List<String> harm(FaultEvidence.Target pod) {
    if (pod.after().isEmpty()) {
      return List.of(": its JVM is gone");
    }
    var after = pod.after().get();
    if (!after.equals(pod.before())) {
      return List.of(": %s instead of %s".formatted(after, pod.before()));
    }
    return pod.works() ? List.of() : List.of(": its work has stopped");
  }

  /** The number of targets that succeeded. */
  long succeeded() {
    return evidence.jobs().stream()
        .flatMap(job -> job.recordings().stream())
        .filter(recording -> recording.phase() == RecordingPhase.SUCCEEDED)
        .count();
  }

  /** The reasons of the targets that failed. */
  List<String> failures() {
    return evidence.jobs().stream()
        .flatMap(job -> job.recordings().stream())
        .filter(recording -> recording.phase() == RecordingPhase.FAILED)
        .map(FaultEvidence.Recording::reason)
        .toList();
  }

  long deletedJobs() {
    return evidence.jobs().stream().filter(FaultEvidence.Job::isDeleted).count();
  }
}
