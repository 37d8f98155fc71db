package dev.hotspotter.report.comparison;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The distance of one target's profile from the merged profile of the other targets.
 *
 * @param distance the total variation distance of the frames' shares, 0 to 1: the part of the
 *     target's samples that would have to move to other frames
 * @param differs whether the share of at least one frame differs by more than the sampling error
 * @param frames the frames with the largest differences
 */
public record Outlier(
    String pod,
    String container,
    long samples,
    double distance,
    boolean differs,
    List<Difference> frames) {

  private static final int NAMED = 3;

  /** A frame whose share differs between this target and the others. */
  public record Difference(
      String frame, double percent, double othersPercent, boolean beyondChance) {}

  private static final Comparator<Outlier> FARTHEST_FIRST = Comparator.comparing(
          (Outlier target) -> !target.differs())
      .thenComparing(
          Comparator.comparingDouble((Outlier target) -> target.distance).reversed())
      .thenComparing(Outlier::pod)
      .thenComparing(Outlier::container);

  /** Requires samples in both the target and the others. */
  public static Outlier of(String pod, String container, FrameCounts target, FrameCounts others) {
    var changes = ShareChange.between(others, others.blamed(), target, target.blamed());
    var frames = changes.stream()
        .limit(NAMED)
        .map(c -> new Difference(c.frame(), c.percent(), c.baselinePercent(), c.changed()))
        .toList();
    return new Outlier(
        pod,
        container,
        target.samples(),
        distance(target, others),
        changes.stream().anyMatch(ShareChange::changed),
        frames);
  }

  /** Targets that differ come first, then by distance. */
  public static List<Outlier> ranked(List<Outlier> targets) {
    return targets.stream().sorted(FARTHEST_FIRST).toList();
  }

  private static double distance(FrameCounts target, FrameCounts others) {
    Map<String, Long> here = target.blamed();
    Map<String, Long> there = others.blamed();
    var frames = new TreeSet<>(here.keySet());
    frames.addAll(there.keySet());
    return frames.stream()
            .mapToDouble(f -> Math.abs(target.percent(here.getOrDefault(f, 0L))
                - others.percent(there.getOrDefault(f, 0L))))
            .sum()
        / 200;
  }
}
