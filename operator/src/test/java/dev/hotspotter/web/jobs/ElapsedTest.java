package dev.hotspotter.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElapsedTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 µs",
    "12345, 12.3 µs",
    "999_900, 1.00 ms",
    "26_400_000, 26.4 ms",
    "126_000_000, 126 ms",
    "1_500_000_000, 1.50 s",
    "2_520_000_000_000, '2,520 s'",
  })
  void a_time_has_three_digits_that_count(String nanos, String text) {
    assertThat(Elapsed.of(Long.parseLong(nanos.replace("_", "")))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0.0", "420, 10, 42.0", "5, 10, 0.5"})
  void so_many_threads_waited_at_a_time(long nanos, long window, String threads) {
    assertThat(Elapsed.threads(nanos, window)).isEqualTo(threads);
  }
}
