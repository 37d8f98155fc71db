package dev.hotspotter.select;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The order in which a job's targets record: some at the same time, and others after them. */
public final class Waves {

  private Waves() {}

  /** The most waves that a job needs, if each target takes equally long. */
  static int number(
      ProfileJob job, List<RecordingStatus> targets, List<ImageStatus> images, int perNode) {
    var first =
        job.getSpec().startsWithOnePerImage() && images.stream().anyMatch(Waves::hasFollowers)
            ? 1
            : 0;
    return first + Math.max(1, following(targets, job.getSpec().parallelism(), perNode));
  }

  /** The fullest node may be the last to begin, when all others are done. */
  private static int following(List<RecordingStatus> targets, int parallelism, int perNode) {
    var fullest = byNode(targets).values().stream().mapToInt(n -> n).max().orElse(0);
    return perNode >= parallelism || fullest <= perNode
        ? Math.ceilDiv(targets.size(), parallelism)
        : Math.ceilDiv(targets.size() - fullest, parallelism) + Math.ceilDiv(fullest, perNode);
  }

  /** The most recordings that a node has at once. */
  static int mostOnOneNode(ProfileJob job, List<RecordingStatus> targets, int perNode) {
    var most = byNode(targets).values().stream().mapToInt(n -> n).max().orElse(0);
    return Math.min(most, Math.min(perNode, job.getSpec().parallelism()));
  }

  private static boolean hasFollowers(ImageStatus image) {
    return image.needsFirstWave() && image.targets() > 1;
  }

  private static Map<String, Integer> byNode(List<RecordingStatus> targets) {
    return targets.stream()
        .collect(Collectors.toMap(target -> String.valueOf(target.node()), _ -> 1, Integer::sum));
  }
}
