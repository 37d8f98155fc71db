package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DesignEffectTest {

  @Test
  void one_sample_is_one_observation_where_samples_are_independent() {
    var random = new Random(1);

    var mean = IntStream.range(0, 500)
        .mapToDouble(i -> DesignEffect.samplesPerObservation(recording(random, 1)))
        .average()
        .orElseThrow();

    assertThat(mean)
        .as("of two frames that vary alike, so no maximum is taken")
        .isCloseTo(1.1, within(0.15));
  }

  @Test
  void runs_of_ten_samples_are_worth_about_one_observation_each() {
    var random = new Random(2);

    var mean = IntStream.range(0, 500)
        .mapToDouble(i -> DesignEffect.samplesPerObservation(recording(random, 10)))
        .average()
        .orElseThrow();

    assertThat(mean).isCloseTo(10, within(1.0));
  }

  @Test
  void a_frame_that_runs_for_half_of_the_recording_leaves_hardly_an_observation() {
    var slices = IntStream.range(0, DesignEffect.SLICES)
        .mapToObj(i -> Map.of(i < DesignEffect.SLICES / 2 ? "start" : "work", 100.0))
        .toList();

    assertThat(1_000 * 2 / DesignEffect.samplesPerObservation(slices))
        .isCloseTo(DesignEffect.SLICES, within(2.0));
  }

  @Test
  void steady_shares_of_unsteady_load_are_no_less_sure() {
    var slices = IntStream.range(0, DesignEffect.SLICES)
        .mapToObj(i -> Map.of("a", 10.0 * (i % 4), "b", 30.0 * (i % 4)))
        .toList();

    assertThat(DesignEffect.samplesPerObservation(slices)).isEqualTo(1);
  }

  @Test
  void small_frames_and_none_say_nothing() {
    var slices = new ArrayList<Map<String, Double>>(
        List.of(Map.of("a", 4.0, "b", 96.0), Map.of("b", 100.0)));

    assertThat(DesignEffect.samplesPerObservation(slices)).isEqualTo(1);
    assertThat(DesignEffect.samplesPerObservation(List.of())).isEqualTo(1);
    assertThat(DesignEffect.samplesPerObservation(List.of(Map.of("a", 1.0)))).isEqualTo(1);
    assertThat(DesignEffect.samplesPerObservation(List.of(Map.of(), Map.of()))).isEqualTo(1);
  }

  /** 2,000 samples of two frames, in runs of this length, about a hundred in each slice. */
  private static List<Map<String, Double>> recording(Random random, int run) {
    var slices = new ArrayList<Map<String, Double>>();
    IntStream.range(0, DesignEffect.SLICES).forEach(i -> slices.add(new HashMap<>()));
    for (var i = 0; i < 2_000 / run; i++) {
      slices
          .get(random.nextInt(DesignEffect.SLICES))
          .merge(random.nextInt(10) < 3 ? "a" : "b", (double) run, Double::sum);
    }
    return slices;
  }
}
