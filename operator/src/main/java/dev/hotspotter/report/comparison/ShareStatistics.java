package dev.hotspotter.report.comparison;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Whether two shares differ by more than sampling can bring about. */
final class ShareStatistics {

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Below that the normal distribution is no good stand-in for the binomial one. */
  private static final double LEAST_EXPECTED = 5;

  private ShareStatistics() {}

  /**
   * The two-proportion z-test with pooled variance, two-sided: how likely shares so far apart are if both samples, of n
   * independent observations each, come from one population. Where there are too few of them to say, it is 1.
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

  /** Benjamini and Hochberg's adjustment: of those that are then at most q, a share of q is expected to be false alarms. */
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
