package dev.hotspotter.report.comparison;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The samples of one event by frame.
 *
 * @param samples all samples of the event, in its own unit (samples; bytes for alloc; nanoseconds
 *     for lock)
 * @param observations the maximum number of independent observations in these samples. Counted
 *     samples are divided by their design effect. For bytes and nanoseconds it is Kish's effective
 *     sample size, with each line of a recording's stacks as one observation of its weight
 * @param self samples by innermost frame
 * @param application samples by innermost application frame
 * @param elsewhere samples without an application frame, by innermost frame
 * @param profiler samples of the recording's own work, by the profiler's function; no other number
 *     includes them
 */
public record FrameCounts(
    long samples,
    double observations,
    Map<String, Long> self,
    Map<String, Long> application,
    Map<String, Long> elsewhere,
    Map<String, Long> profiler) {

  /** Counts without samples of the profiler. */
  public FrameCounts(
      long samples,
      double observations,
      Map<String, Long> self,
      Map<String, Long> application,
      Map<String, Long> elsewhere) {
    this(samples, observations, self, application, elsewhere, Map.of());
  }

  /** The names with the most samples; ties are in the order of names. */
  public static List<String> hottest(Map<String, Long> samples, int most) {
    return samples.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Each sample once: by its application frame, or by its innermost frame if it has none. */
  public Map<String, Long> blamed() {
    var all = new HashMap<>(application);
    elsewhere.forEach((frame, count) -> all.merge(frame, count, Long::sum));
    return all;
  }

  /** These counts minus a part of them, which was counted separately. */
  public FrameCounts without(FrameCounts part) {
    return new FrameCounts(
        samples - part.samples,
        observationsWithout(part),
        without(self, part.self),
        without(application, part.application),
        without(elsewhere, part.elsewhere),
        without(profiler, part.profiler));
  }

  /** Subtracts the sums of squared weights, because effective sample sizes cannot be subtracted. */
  private double observationsWithout(FrameCounts part) {
    var left = (double) samples - part.samples;
    var squares = squares() - part.squares();
    return left <= 0 || squares <= 0 ? 0 : left * left / squares;
  }

  private double squares() {
    return observations == 0 ? 0 : (double) samples * samples / observations;
  }

  private static Map<String, Long> without(Map<String, Long> all, Map<String, Long> part) {
    var left = new HashMap<>(all);
    part.forEach((frame, count) -> left.merge(frame, -count, (a, b) -> a + b == 0 ? null : a + b));
    return left;
  }

  /** The part's share of all samples, 0 to 100. */
  public double percent(long part) {
    return samples == 0 ? 0 : 100.0 * part / samples;
  }
}
