package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.select.ContainerChoice;
import java.util.List;
import java.util.Set;

/** Where nobody named the containers, those that turn out to run no HotSpot JVM are not the job's failure. */
public final class OtherContainers {

  private static final Set<String> NONE = Set.of("NoJvmFound", "NotHotSpot");

  private OtherContainers() {}

  /** The targets without containers that run none, as long as another one of their pod may run one. */
  public static List<RecordingStatus> dropped(ProfileJob job, List<RecordingStatus> targets) {
    if (!ContainerChoice.isGuess(job.getSpec().target())) {
      return targets;
    }
    return targets.stream().filter(target -> !runsNoHotSpot(target) || targets.stream().noneMatch(t -> mayRunOne(t, target))).toList();
  }

  private static boolean mayRunOne(RecordingStatus other, RecordingStatus target) {
    return other.podUID().equals(target.podUID()) && other != target && !runsNoHotSpot(other);
  }

  private static boolean runsNoHotSpot(RecordingStatus target) {
    return target.reason() != null && NONE.contains(target.reason());
  }
}
