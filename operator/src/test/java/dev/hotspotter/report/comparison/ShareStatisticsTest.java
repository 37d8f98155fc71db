package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareStatisticsTest {

  /**
   * The expected p-values come from the formula and another library's complementary error function.
   */
  @ParameterizedTest(name = "{0} of {1} and {2} of {3}: p = {4}")
  @CsvSource({
    "300, 1000, 300, 1000, 1",
    "20, 100, 30, 100, 0.1025",
    "45, 100, 55, 100, 0.1573",
    "150, 1000, 200, 1000, 0.003256",
  })
  void the_p_value_is_that_of_the_two_proportion_test(
      double x1, double n1, double x2, double n2, double p) {
    assertThat(ShareStatistics.pValue(x1 / n1, n1, x2 / n2, n2)).isCloseTo(p, within(0.0001));
    assertThat(ShareStatistics.pValue(x2 / n2, n2, x1 / n1, n1)).isCloseTo(p, within(0.0001));
  }

  @ParameterizedTest(name = "{0} of {1} and {2} of {3}")
  @CsvSource({
    "0, 0, 5, 10",
    "1, 4, 4, 4",
    "0, 1000, 3, 1000",
    "1000, 1000, 997, 1000",
    "10, 10, 10, 10",
    "0, 10, 0, 10",
    "0, 0, 0, 0"
  })
  void too_few_samples_say_nothing(double x1, double n1, double x2, double n2) {
    assertThat(ShareStatistics.pValue(n1 == 0 ? 0 : x1 / n1, n1, n2 == 0 ? 0 : x2 / n2, n2))
        .isEqualTo(1);
  }

  /** The values in order: 0.005 · 4/1, 0.01 · 4/2, 0.03 · 4/3, 0.04 · 4/4. */
  @Test
  void many_tests_are_corrected_as_benjamini_and_hochberg_do() {
    assertThat(ShareStatistics.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(new double[] {0.02, 0.04, 0.04, 0.02}, within(1e-12));
    assertThat(ShareStatistics.adjusted(new double[] {1, 1})).containsExactly(1, 1);
    assertThat(ShareStatistics.adjusted(new double[0])).isEmpty();
  }
}
