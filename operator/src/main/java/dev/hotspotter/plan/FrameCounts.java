package dev.hotspotter.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How the samples of one event are spread over frames.
 *
 * @param samples all samples of the event, in its own unit (samples; bytes for alloc; nanoseconds for lock)
 * @param observations how many independent looks at the JVM these are at the most; for bytes and nanoseconds it is what is left
 *     when each stack of each recording is taken for one look of its weight (Kish's effective sample size)
 * @param self samples by innermost frame
 * @param application samples by innermost application frame
 */
public record FrameCounts(long samples, double observations, Map<String, Long> self, Map<String, Long> application) {

  /** The names with most samples, equals by name. */
  public static List<String> hottest(Map<String, Long> samples, int most) {
    return samples.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Their share of all samples, 0 to 100. */
  public double percent(long part) {
    return samples == 0 ? 0 : 100.0 * part / samples;
  }
}
