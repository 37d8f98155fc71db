package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.select.ContainerChoice;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Drops guessed containers that turn out to run no HotSpot JVM. */
public final class DroppedTargets {

  /** The sidecar's reasons for a container without a HotSpot JVM. */
  private static final Set<String> NO_HOTSPOT = Set.of("NoJvmFound", "NotHotSpot");

  private DroppedTargets() {}

  /** The targets without the dropped ones; each pod keeps at least one. */
  public static List<RecordingStatus> without(ProfileJob job, List<RecordingStatus> targets) {
    if (!ContainerChoice.isGuess(job.getSpec().target())) {
      return targets;
    }
    var hopes = targets.stream()
        .filter(target -> !runsNoHotSpot(target))
        .map(RecordingStatus::podUID)
        .toList();
    return targets.stream()
        .filter(target -> !runsNoHotSpot(target) || !hopes.contains(target.podUID()))
        .toList();
  }

  /** The ids of images in whose guessed containers a sidecar found no HotSpot JVM. */
  public static Set<String> images(ProfileJob job, List<RecordingStatus> targets) {
    if (!ContainerChoice.isGuess(job.getSpec().target())) {
      return Set.of();
    }
    return targets.stream()
        .filter(target -> target.imageID() != null && runsNoHotSpot(target))
        .map(RecordingStatus::imageID)
        .collect(Collectors.toSet());
  }

  private static boolean runsNoHotSpot(RecordingStatus target) {
    return target.reason() != null && NO_HOTSPOT.contains(target.reason());
  }
}
