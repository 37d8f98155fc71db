package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hotspotter.report.answers.TracedCalls.Method;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TracedCallsTest {

  private static final double THOUSANDTH = 0.1;

  @Test
  void percentiles_are_right_to_a_thousandth_and_the_ends_exactly() {
    var method = method("find", LongStream.rangeClosed(1, 100_000).map(i -> i * 1_000_003));

    assertThat(method.calls()).isEqualTo(100_000);
    assertThat(method.minNanos()).isEqualTo(1_000_003);
    assertThat(method.maxNanos()).isEqualTo(100_000L * 1_000_003);
    assertThat(method.meanNanos()).isEqualTo(100_001L * 1_000_003 / 2);
    assertThat(method.p50Nanos()).isCloseTo(50_000L * 1_000_003, withinPercentage(THOUSANDTH));
    assertThat(method.p90Nanos()).isCloseTo(90_000L * 1_000_003, withinPercentage(THOUSANDTH));
    assertThat(method.p99Nanos()).isCloseTo(99_000L * 1_000_003, withinPercentage(THOUSANDTH));
  }

  @Test
  void two_targets_together_are_as_if_one_had_made_all_the_calls() {
    var random = new Random(1);
    var some = random.longs(1_000, 1_000, 1_000_000_000).toArray();
    var more = random.longs(100, 1_000_000_000, 60_000_000_000L).toArray();

    var sum =
        calls(method("find", LongStream.of(some))).plus(calls(method("find", LongStream.of(more))));
    assertThat(sum.published())
        .isEqualTo(
            calls(method("find", LongStream.concat(LongStream.of(some), LongStream.of(more))))
                .published());
  }

  @Test
  void a_single_call_is_all_there_is() {
    assertThat(method("find", LongStream.of(7_654_321)))
        .extracting(
            Method::minNanos,
            Method::meanNanos,
            Method::p50Nanos,
            Method::p90Nanos,
            Method::p99Nanos,
            Method::maxNanos)
        .containsOnly(7_654_321L);
  }

  @Test
  void durations_that_cannot_be_make_no_trouble() {
    var method = method("find", LongStream.of(-1, Long.MAX_VALUE));

    assertThat(method.minNanos()).isZero();
    assertThat(method.maxNanos()).isEqualTo(Duration.ofDays(1).toNanos());
  }

  @Test
  void a_report_has_no_histograms() {
    assertThat(calls(method("find", LongStream.of(1)))
            .published()
            .methods()
            .getFirst()
            .histogram())
        .isNull();
  }

  @Test
  void a_histogram_that_is_none_says_whose() {
    var broken = new Method("find", 1, 1, 1, 1, 1, 1, 1, 1, "AAAA");

    assertThatThrownBy(() -> calls(broken).plus(calls(broken)))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void of_endless_methods_the_slowest_are_kept() {
    var calls = TracedCalls.of(IntStream.range(0, 100)
        .mapToObj(i -> method("f" + i, LongStream.of(i, i)))
        .toList());

    assertThat(calls.methods()).hasSize(32).first().extracting(Method::method).isEqualTo("f99");
    assertThat(calls.others()).isEqualTo(new TracedCalls.Others(68, 136));
    assertThat(calls.plus(calls).others()).isEqualTo(new TracedCalls.Others(136, 272));
  }

  private static TracedCalls calls(Method method) {
    return TracedCalls.of(List.of(method));
  }

  private static Method method(String name, LongStream nanos) {
    var latencies = new Latencies();
    nanos.forEach(latencies::add);
    return latencies.of(name);
  }
}
