package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.select.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The reason why a job starts no further target: harm to one, or too many failures. */
public final class Halt {

  /** Reasons of failures that put nothing into the pod. */
  private static final Set<String> NOT_INJECTED =
      Set.of(Reasons.INJECTION_REFUSED, Reasons.INJECTION_FAILED);

  private Halt() {}

  public static Optional<Refusal> of(ProfileJob job, List<RecordingStatus> targets) {
    return Harm.in(targets).map(Halt::harm).or(() -> failures(job, targets));
  }

  private static Refusal harm(RecordingStatus target) {
    return new Refusal(
        Reasons.HARMED,
        ("the JVM of pod %s ended during or soon after its recording, so this target was not started;"
                + " see the condition Harmed")
            .formatted(target.pod()));
  }

  private static Optional<Refusal> failures(ProfileJob job, List<RecordingStatus> targets) {
    var threshold = job.getSpec().failureThreshold();
    var failed = targets.stream().filter(Halt::isFailure).toList();
    return threshold == null || failed.size() < threshold
        ? Optional.empty()
        : Optional.of(new Refusal(
            Reasons.FAILURE_THRESHOLD_REACHED,
            ("failureThreshold is %d, and the failed targets are %d, so this target was not started;"
                    + " the first is %s (%s)")
                .formatted(
                    threshold,
                    failed.size(),
                    failed.getFirst().pod(),
                    failed.getFirst().reason())));
  }

  /** True if an attempt failed; a pod that is gone or not ready shows nothing about the others. */
  private static boolean isFailure(RecordingStatus target) {
    return target.phase() == RecordingPhase.FAILED
        && (target.injectionTime() != null || NOT_INJECTED.contains(target.reason()));
  }
}
