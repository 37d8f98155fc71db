package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulates recordings of bursty load. All samples of a burst are of one frame, chosen at random.
 */
class BurstyLoadTest {

  private static final int TRIALS = 400;
  private static final int SAMPLES = 10_000;
  private static final double[] SHARES = {0.6, 0.2, 0.1, 0.06, 0.04};
  private static final double[] CHANGED = {0.4, 0.4, 0.1, 0.06, 0.04};

  @ParameterizedTest(name = "bursts of {0} samples")
  @CsvSource({"1", "5", "50", "200"})
  void recordings_of_the_same_load_are_called_changed_in_at_most_one_of_20(int burst) {
    assertThat(alarms(burst, SHARES, DesignEffect::samplesPerObservation))
        .isLessThanOrEqualTo(TRIALS / 20);
  }

  /** Shows the problem that the design effect solves. */
  @Test
  void they_are_nearly_always_if_each_sample_is_taken_for_independent() {
    assertThat(alarms(50, SHARES, slices -> 1)).isGreaterThan(TRIALS / 2);
  }

  @ParameterizedTest(name = "bursts of {0} samples")
  @CsvSource({"1", "5", "20"})
  void a_change_of_20_points_is_found(int burst) {
    assertThat(alarms(burst, CHANGED, DesignEffect::samplesPerObservation))
        .isGreaterThan(TRIALS * 95 / 100);
  }

  private static long alarms(
      int burst,
      double[] shares,
      ToDoubleFunction<List<Map<String, Double>>> samplesPerObservation) {
    var random = new Random(burst);
    return IntStream.range(0, TRIALS)
        .filter(i -> {
          var before = recording(random, SHARES, burst, samplesPerObservation);
          var now = recording(random, shares, burst, samplesPerObservation);
          return ShareChange.between(before, before.application(), now, now.application()).stream()
              .anyMatch(ShareChange::changed);
        })
        .count();
  }

  /** Bursts differ in length, and some are longer than a slice. */
  private static FrameCounts recording(
      Random random,
      double[] shares,
      int burst,
      ToDoubleFunction<List<Map<String, Double>>> samplesPerObservation) {
    var slices = new double[DesignEffect.SLICES][shares.length];
    for (int sample = 0, left = 0, frame = 0; sample < SAMPLES; sample++, left--) {
      if (left == 0) {
        left = 1 + random.nextInt(2 * burst - 1);
        frame = choose(random, shares);
      }
      slices[sample * DesignEffect.SLICES / SAMPLES][frame]++;
    }
    var bySlice = Stream.of(slices).map(BurstyLoadTest::byFrame).toList();
    var frames = new HashMap<String, Long>();
    bySlice.forEach(slice ->
        slice.forEach((frame, count) -> frames.merge(frame, count.longValue(), Long::sum)));
    var observations = SAMPLES
        / Math.max(
            1, samplesPerObservation.applyAsDouble(bySlice) / ShareChange.SAMPLES_PER_OBSERVATION);
    return new FrameCounts(SAMPLES, observations, Map.of(), frames, Map.of());
  }

  private static Map<String, Double> byFrame(double[] counts) {
    return IntStream.range(0, counts.length)
        .boxed()
        .collect(Collectors.toMap(i -> "shop.A.m" + i, i -> counts[i]));
  }

  private static int choose(Random random, double[] shares) {
    var at = random.nextDouble();
    int frame = 0;
    while (frame < shares.length - 1 && at >= shares[frame]) {
      at -= shares[frame++];
    }
    return frame;
  }
}
