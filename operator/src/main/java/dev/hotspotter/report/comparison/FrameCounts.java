package dev.hotspotter.report.comparison;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the samples of one event are spread over frames.
 *
 * @param samples all samples of the event, in its own unit (samples; bytes for alloc; nanoseconds for lock)
 * @param observations how many independent looks at the JVM these are at the most: of counted samples fewer where they vary more over
 *     time than independent ones do; for bytes and nanoseconds it is what is left when each line of each recording's stacks is taken
 *     for one look of its weight (Kish's effective sample size)
 * @param self samples by innermost frame
 * @param application samples by innermost application frame
 * @param elsewhere samples without an application frame, by innermost frame
 * @param profiler samples of the recording's own work, by the profiler's function; they are in none of the other numbers
 */
public record FrameCounts(
    long samples,
    double observations,
    Map<String, Long> self,
    Map<String, Long> application,
    Map<String, Long> elsewhere,
    Map<String, Long> profiler) {

  /** Without what the profiler did. */
  public FrameCounts(
      long samples,
      double observations,
      Map<String, Long> self,
      Map<String, Long> application,
      Map<String, Long> elsewhere) {
    this(samples, observations, self, application, elsewhere, Map.of());
  }

  /** The names with most samples, equals by name. */
  public static List<String> hottest(Map<String, Long> samples, int most) {
    return samples.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Every sample once: by its application frame, or by its innermost frame where it has none. */
  public Map<String, Long> blamed() {
    var all = new HashMap<>(application);
    elsewhere.forEach((frame, count) -> all.merge(frame, count, Long::sum));
    return all;
  }

  /** What is left without a part of these, which was counted for itself. */
  public FrameCounts without(FrameCounts part) {
    return new FrameCounts(
        samples - part.samples,
        observationsWithout(part),
        without(self, part.self),
        without(application, part.application),
        without(elsewhere, part.elsewhere),
        without(profiler, part.profiler));
  }

  /** The sum of the squared weights, unlike the effective sample size, can be taken apart. */
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

  /** Their share of all samples, 0 to 100. */
  public double percent(long part) {
    return samples == 0 ? 0 : 100.0 * part / samples;
  }
}
