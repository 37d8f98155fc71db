package dev.hotspotter.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalLogTest {

  @ParameterizedTest
  @CsvSource({
    "/jobs/a?x=%0a, /jobs/a?x=%0a",
    "'/a\nINFO b', /a?INFO?b",
    "'/\u001b[31m', /?[31m",
    "/ü, /?",
    "'', ''"
  })
  void a_line_stays_one_line_of_visible_characters(String sent, String written) {
    assertThat(RefusalLog.printable(sent)).isEqualTo(written);
  }

  @Test
  void what_is_long_is_cut() {
    assertThat(RefusalLog.printable("a".repeat(5000)))
        .isEqualTo("a".repeat(200) + "... (5000 characters)");
    assertThat(RefusalLog.printable(null)).isEqualTo("-");
  }
}
