package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlierTest {

  @ParameterizedTest(name = "{0} and {1} of 1000 samples: {2}")
  @CsvSource({"300, 300, 0", "300, 100, 0.2", "1000, 0, 1", "0, 1000, 1"})
  void the_distance_is_the_part_that_would_have_to_move(long here, long there, double distance) {
    var outlier = Outlier.of(
        "a",
        "app",
        counts(Map.of("A.a", here, "B.b", 1_000 - here)),
        counts(Map.of("A.a", there, "B.b", 1_000 - there)));

    assertThat(outlier.distance()).isCloseTo(distance, within(1e-9));
    assertThat(outlier.differs()).isEqualTo(distance > 0);
  }

  @Test
  void the_frames_that_make_the_difference_are_named_with_both_shares() {
    var here = counts(Map.of("A.a", 500L, "B.b", 300L, "C.c", 100L, "D.d", 100L));
    var there = counts(Map.of("A.a", 100L, "B.b", 300L, "C.c", 300L, "D.d", 300L));

    var outlier = Outlier.of("a", "app", here, there);

    assertThat(outlier.frames())
        .hasSize(3)
        .extracting(Outlier.Difference::frame)
        .containsExactlyInAnyOrder("A.a", "C.c", "D.d");
    assertThat(outlier.frames().getFirst()).isEqualTo(new Outlier.Difference("A.a", 50, 10, true));
  }

  @Test
  void what_has_no_application_frame_counts_by_its_innermost_one() {
    var here = new FrameCounts(1_000, 1_000, Map.of(), Map.of("A.a", 400L), Map.of("G1Mark", 600L));

    assertThat(Outlier.of("a", "app", here, counts(Map.of("A.a", 1_000L))).frames())
        .extracting(Outlier.Difference::frame)
        .contains("G1Mark");
  }

  @Test
  void a_distance_that_may_be_chance_ranks_behind_one_that_is_not() {
    var few = Outlier.of(
        "few",
        "app",
        counts(Map.of("A.a", 3L, "B.b", 1L)),
        counts(Map.of("A.a", 500L, "B.b", 500L)));
    var many = Outlier.of(
        "many",
        "app",
        counts(Map.of("A.a", 600L, "B.b", 400L)),
        counts(Map.of("A.a", 500L, "B.b", 500L)));
    var alike = Outlier.of(
        "alike",
        "app",
        counts(Map.of("A.a", 500L, "B.b", 500L)),
        counts(Map.of("A.a", 500L, "B.b", 500L)));

    assertThat(few.distance()).isGreaterThan(many.distance());
    assertThat(Outlier.ranked(List.of(alike, few, many)))
        .extracting(Outlier::pod)
        .containsExactly("many", "few", "alike");
  }

  @Test
  void
      pods_that_do_the_same_do_not_differ_in_95_of_100_trials_and_the_one_that_does_something_else_always_does() {
    var random = new Random(7);
    int alarms = 0;
    for (int trial = 0; trial < 100; trial++) {
      var pods = IntStream.range(0, 10)
          .mapToObj(i -> sample(random, i == 4 ? 0.5 : 0.25))
          .toList();
      var fleet = pods.stream().reduce(OutlierTest::sum).orElseThrow();
      var ranked = Outlier.ranked(IntStream.range(0, 10)
          .mapToObj(i -> Outlier.of("pod-" + i, "app", pods.get(i), fleet.without(pods.get(i))))
          .toList());
      assertThat(ranked.getFirst().pod()).isEqualTo("pod-4");
      assertThat(ranked.getFirst().differs()).isTrue();
      alarms += (int) ranked.stream().skip(1).filter(Outlier::differs).count();
    }
    assertThat(alarms).isLessThanOrEqualTo(900 / 20);
  }

  @Test
  void what_is_left_without_a_part_is_the_rest_in_its_own_unit() {
    var a = new FrameCounts(100, 100, Map.of("md5", 100L), Map.of("A.a", 60L), Map.of("gc", 40L));
    var b =
        new FrameCounts(300, 300, Map.of("md5", 50L, "crc", 250L), Map.of("A.a", 300L), Map.of());

    assertThat(sum(a, b).without(a)).isEqualTo(b);
    assertThat(a.without(a)).isEqualTo(new FrameCounts(0, 0, Map.of(), Map.of(), Map.of()));
    // two stacks of 1 MB and two of 3 MB: 8² / 20; without the small ones 6² / 18
    var bytes = new FrameCounts(8, 64.0 / 20, Map.of(), Map.of(), Map.of());
    assertThat(
            bytes.without(new FrameCounts(2, 2, Map.of(), Map.of(), Map.of())).observations())
        .isCloseTo(2, within(1e-9));
  }

  private static FrameCounts sample(Random random, double share) {
    var frames = new HashMap<String, Long>();
    for (int i = 0; i < 600; i++) {
      frames.merge(random.nextDouble() < share ? "A.a" : "B.b" + random.nextInt(10), 1L, Long::sum);
    }
    return counts(frames);
  }

  private static FrameCounts sum(FrameCounts a, FrameCounts b) {
    return new FrameCounts(
        a.samples() + b.samples(),
        a.observations() + b.observations(),
        sum(a.self(), b.self()),
        sum(a.application(), b.application()),
        sum(a.elsewhere(), b.elsewhere()));
  }

  private static Map<String, Long> sum(Map<String, Long> a, Map<String, Long> b) {
    var sum = new HashMap<>(a);
    b.forEach((frame, count) -> sum.merge(frame, count, Long::sum));
    return sum;
  }

  private static FrameCounts counts(Map<String, Long> application) {
    var samples = application.values().stream().mapToLong(Long::longValue).sum();
    return new FrameCounts(samples, samples, Map.of(), application, Map.of());
  }
}
