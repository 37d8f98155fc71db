package dev.hotspotter.plan;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import java.util.List;

/** Where nobody named the containers, those that turn out to run no JVM are not the job's failure. */
final class OtherContainers {

  private static final String NO_JVM_FOUND = "NoJvmFound";

  private OtherContainers() {}

  /** The targets without containers that run no JVM, as long as another one of their pod may run one. */
  static List<RecordingStatus> dropped(ProfileJob job, List<RecordingStatus> targets) {
    if (!ContainerChoice.isGuess(job.getSpec().target())) {
      return targets;
    }
    return targets.stream().filter(target -> !runsNoJvm(target) || targets.stream().noneMatch(t -> mayRunOne(t, target))).toList();
  }

  private static boolean mayRunOne(RecordingStatus other, RecordingStatus target) {
    return other.podUID().equals(target.podUID()) && other != target && !runsNoJvm(other);
  }

  private static boolean runsNoJvm(RecordingStatus target) {
    return NO_JVM_FOUND.equals(target.reason());
  }
}
