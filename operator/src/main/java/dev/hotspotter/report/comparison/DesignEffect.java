package dev.hotspotter.report.comparison;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Estimates how many samples are worth one independent sample: the design effect of cluster
 * sampling. Samples of one burst of load are alike. If shares vary more between time slices than
 * chance allows, there are fewer independent samples.
 */
public final class DesignEffect {

  /** The number of time slices of a recording. */
  public static final int SLICES = 20;

  /** Smaller frames have too few samples in a slice to estimate their variance. */
  private static final double LEAST_SHARE = 0.05;

  private DesignEffect() {}

  /**
   * The variance of a share, with the slices as clusters, divided by the variance for independent
   * samples. This is the design effect of the ratio estimator. The result is that of the frame with
   * the highest variance, and at least 1.
   *
   * @param slices the samples of each slice by frame, each sample once
   */
  public static double samplesPerObservation(List<Map<String, Double>> slices) {
    var sizes = slices.stream()
        .mapToDouble(
            slice -> slice.values().stream().mapToDouble(Double::doubleValue).sum())
        .toArray();
    var all = IntStream.range(0, sizes.length).mapToDouble(i -> sizes[i]).sum();
    var frames = new TreeSet<String>();
    slices.forEach(slice -> frames.addAll(slice.keySet()));
    return Math.max(
        1,
        frames.stream()
            .mapToDouble(frame -> designEffect(slices, sizes, all, frame))
            .max()
            .orElse(1));
  }

  private static double designEffect(
      List<Map<String, Double>> slices, double[] sizes, double all, String frame) {
    var samples =
        slices.stream().mapToDouble(slice -> slice.getOrDefault(frame, 0.0)).toArray();
    var share = IntStream.range(0, samples.length).mapToDouble(i -> samples[i]).sum() / all;
    if (Math.min(share, 1 - share) < LEAST_SHARE || samples.length < 2) {
      return 1;
    }
    var squares = IntStream.range(0, samples.length)
        .mapToDouble(i -> samples[i] - share * sizes[i])
        .map(off -> off * off)
        .sum();
    return squares * samples.length / (samples.length - 1) / (all * share * (1 - share));
  }
}
