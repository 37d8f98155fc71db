package dev.hotspotter.report.comparison;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Statistical tests for the difference of two shares. */
final class ShareStatistics {

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Below this count the normal distribution does not approximate the binomial one well. */
  private static final double LEAST_EXPECTED = 5;

  private ShareStatistics() {}

  /**
   * The p-value of the two-sided two-proportion z-test with pooled variance. It is the probability
   * of such a difference if both samples come from one population. It is 1 if there are too few
   * observations.
   */
  static double pValue(double share1, double n1, double share2, double n2) {
    var pooled = (share1 * n1 + share2 * n2) / (n1 + n2);
    var rarer = Math.min(pooled, 1 - pooled);
    if (!(rarer * Math.min(n1, n2) >= LEAST_EXPECTED)) {
      return 1;
    }
    var z = (share1 - share2) / Math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2));
    return 2 * NORMAL.survivalProbability(Math.abs(z));
  }

  /**
   * The adjustment of Benjamini and Hochberg: among the tests with a result of at most q, the
   * expected share of false alarms is q.
   */
  static double[] adjusted(double[] p) {
    var descending = IntStream.range(0, p.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> p[i]).reversed())
        .toList();
    var adjusted = Arrays.copyOf(p, p.length);
    double least = 1;
    for (int i = 0; i < p.length; i++) {
      int at = descending.get(i);
      least = Math.min(least, p[at] * p.length / (p.length - i));
      adjusted[at] = least;
    }
    return adjusted;
  }
}
