package dev.hotspotter.report.comparison;

import dev.hotspotter.report.answers.HotList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A frame's share in two profiles.
 *
 * @param difference in percentage points
 * @param q the p-value of the difference, adjusted for the number of tested frames
 * @param changed whether the difference exceeds the sampling error and is large enough to matter
 */
public record ShareChange(
    String frame,
    long baselineSamples,
    double baselinePercent,
    long samples,
    double percent,
    double difference,
    double q,
    boolean changed) {

  /** The false discovery rate: the expected share of false alarms among the changed frames. */
  static final double FALSE_ALARMS = 0.01;

  /** In percentage points. */
  static final double LEAST_DIFFERENCE = 1;

  /**
   * Samples of one thread come in runs. So two count as one independent observation, unless the
   * recording's design effect is larger.
   */
  public static final double SAMPLES_PER_OBSERVATION = 2;

  private static final int LENGTH = 20;

  /** The most important frames: changed ones first, then by the difference of their shares. */
  static List<ShareChange> between(
      FrameCounts baseline,
      Map<String, Long> baselineFrames,
      FrameCounts counts,
      Map<String, Long> countsFrames) {
    var frames = new TreeSet<>(baselineFrames.keySet());
    frames.addAll(countsFrames.keySet());
    var names = List.copyOf(frames);
    var raw = names.stream()
        .mapToDouble(frame -> pValue(
            baseline,
            baselineFrames.getOrDefault(frame, 0L),
            counts,
            countsFrames.getOrDefault(frame, 0L)))
        .toArray();
    var q = ShareStatistics.adjusted(raw);
    return IntStream.range(0, names.size())
        .mapToObj(i -> of(
            names.get(i),
            baseline,
            baselineFrames.getOrDefault(names.get(i), 0L),
            counts,
            countsFrames.getOrDefault(names.get(i), 0L),
            q[i]))
        .filter(change -> change.difference() != 0)
        .sorted(Comparator.comparing((ShareChange c) -> !c.changed())
            .thenComparing(Comparator.comparingDouble((ShareChange c) -> Math.abs(c.difference()))
                .reversed()))
        .limit(LENGTH)
        .toList();
  }

  private static double pValue(FrameCounts baseline, long before, FrameCounts counts, long now) {
    return ShareStatistics.pValue(
        baseline.percent(before) / 100, baseline.observations() / SAMPLES_PER_OBSERVATION,
        counts.percent(now) / 100, counts.observations() / SAMPLES_PER_OBSERVATION);
  }

  private static ShareChange of(
      String frame, FrameCounts baseline, long before, FrameCounts counts, long now, double q) {
    var difference = counts.percent(now) - baseline.percent(before);
    var changed = q <= FALSE_ALARMS && Math.abs(difference) >= LEAST_DIFFERENCE;
    return new ShareChange(
        frame, before, baseline.percent(before), now, counts.percent(now), difference, q, changed);
  }

  /** For example: Message.uniqueId fell from 44.4 % to 12.1 %. */
  String words() {
    return String.format(
        Locale.ROOT,
        "%s %s from %.1f %% to %.1f %%",
        HotList.shortName(frame),
        difference < 0 ? "fell" : "rose",
        baselinePercent,
        percent);
  }
}
