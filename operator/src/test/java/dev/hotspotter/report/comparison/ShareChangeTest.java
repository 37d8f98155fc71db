package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareChangeTest {

  private static final int TRIALS = 1_000;

  @Test
  void a_fall_from_30_to_10_percent_in_1000_samples_is_a_change() {
    var changes = between(
        counts(1_000, Map.of("A.a", 300L, "B.b", 700L)),
        counts(1_000, Map.of("A.a", 100L, "B.b", 900L)));

    assertThat(changes)
        .allMatch(ShareChange::changed)
        .extracting(ShareChange::frame)
        .containsExactlyInAnyOrder("A.a", "B.b");
    assertThat(changes).filteredOn(c -> c.frame().equals("A.a")).singleElement().satisfies(fall -> {
      assertThat(fall.words()).isEqualTo("A.a fell from 30.0 % to 10.0 %");
      assertThat(List.of(fall.baselineSamples(), fall.samples())).containsExactly(300L, 100L);
      assertThat(fall.difference()).isEqualTo(-20);
    });
  }

  @ParameterizedTest(name = "{0} of {1}, then {2} of {3}: {4}")
  @CsvSource({
    "30, 100, 10, 100, false",
    "60, 200, 20, 200, true",
    "300, 1000, 310, 1000, false",
    "3000, 10000, 1000, 5000, true",
    "0, 1000, 100, 1000, true",
    "100, 1000, 0, 1000, true",
    "5, 1000, 0, 1000, false",
    "100000, 1000000, 105000, 1000000, false",
    "100000, 1000000, 111000, 1000000, true",
  })
  void a_frame_is_called_changed_only_beyond_the_sampling_error_and_from_one_percentage_point_on(
      long before, long of, long now, long ofNow, boolean changed) {
    var changes = between(
        counts(of, Map.of("A.a", before, "B.b", of - before)),
        counts(ofNow, Map.of("A.a", now, "B.b", ofNow - now)));

    assertThat(changes)
        .filteredOn(c -> c.frame().equals("A.a"))
        .extracting(ShareChange::changed)
        .containsExactly(changed);
  }

  @Test
  void two_samples_of_one_profile_are_not_called_changed_in_95_of_100_trials() {
    var random = new Random(42);
    var shares = new double[] {0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.03, 0.02};

    var alarms = IntStream.range(0, TRIALS)
        .filter(i ->
            between(sample(random, shares, 1_000, 1), sample(random, shares, 1_500, 1)).stream()
                .anyMatch(ShareChange::changed))
        .count();

    assertThat(alarms).isLessThanOrEqualTo(TRIALS / 20);
  }

  @Test
  void nor_are_they_when_every_sample_is_taken_twice() {
    var random = new Random(43);
    var shares = new double[] {0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.03, 0.02};

    var alarms = IntStream.range(0, TRIALS)
        .filter(
            i -> between(sample(random, shares, 500, 2), sample(random, shares, 500, 2)).stream()
                .anyMatch(ShareChange::changed))
        .count();

    assertThat(alarms).isLessThanOrEqualTo(TRIALS / 20);
  }

  @Test
  void a_fall_by_more_than_half_is_found_in_nearly_every_trial() {
    var random = new Random(44);

    var found = IntStream.range(0, TRIALS)
        .filter(i -> between(
                sample(random, new double[] {0.3, 0.7}, 1_000, 1),
                sample(random, new double[] {0.12, 0.88}, 1_000, 1))
            .stream()
            .anyMatch(c -> c.changed() && c.frame().equals("f0") && c.difference() < 0))
        .count();

    assertThat(found).isGreaterThan(TRIALS * 99 / 100);
  }

  @Test
  void bytes_are_not_taken_for_observations() {
    var before = new FrameCounts(
        100_000_000, 40, Map.of(), Map.of("A.a", 30_000_000L, "B.b", 70_000_000L), Map.of());
    var now = new FrameCounts(
        100_000_000, 40, Map.of(), Map.of("A.a", 40_000_000L, "B.b", 60_000_000L), Map.of());

    assertThat(between(before, now)).hasSize(2).noneMatch(ShareChange::changed);
  }

  @Test
  void changed_frames_come_first_and_at_most_20_are_listed() {
    var before = new HashMap<String, Long>();
    var now = new HashMap<String, Long>();
    for (int i = 0; i < 40; i++) {
      before.put("A.m" + i, 20L);
      now.put("A.m" + i, i % 2 == 0 ? 19L : 21L);
    }
    before.put("Z.z", 200L);
    now.put("Z.z", 0L);

    var changes = between(counts(1_000, before), counts(1_000, now));

    assertThat(changes).hasSize(20);
    assertThat(changes.getFirst().frame()).isEqualTo("Z.z");
    assertThat(changes).filteredOn(ShareChange::changed).hasSize(1);
  }

  private static FrameCounts sample(Random random, double[] shares, int observations, int each) {
    var frames = new HashMap<String, Long>();
    for (int i = 0; i < observations; i++) {
      var at = random.nextDouble();
      int frame = 0;
      while (frame < shares.length - 1 && at >= shares[frame]) {
        at -= shares[frame++];
      }
      frames.merge("f" + frame, (long) each, Long::sum);
    }
    return counts((long) observations * each, frames);
  }

  private static FrameCounts counts(long samples, Map<String, Long> application) {
    return new FrameCounts(samples, samples, Map.of(), application, Map.of());
  }

  private static List<ShareChange> between(FrameCounts before, FrameCounts now) {
    return ShareChange.between(before, before.application(), now, now.application());
  }
}
