package dev.hotspotter.api.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T10:00:00Z",
        "2026-11-21T23:59:59.123456789Z",
        "2028-02-29T00:00:00Z",
        "0000-01-01T00:00:00.1Z"
      })
  void a_time_that_the_operator_relies_on_can_be_parsed(String time) {
    assertThat(Patterns.isTimeOrNone(time)).isTrue();
    assertThatCode(() -> Instant.parse(time)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2026-11-21",
        "2026-11-21T10:00:00",
        "2026-11-21T10:00:00+01:00",
        "2026-11-21T10:00:00.Z",
        "2026-13-21T10:00:00Z",
        "2026-00-21T10:00:00Z",
        "2026-02-29T10:00:00Z",
        "2026-11-31T10:00:00Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21T10:60:00Z",
        "2026-11-21T23:59:60Z",
        "2026-11-21T10:00:00.1234567890Z",
        "٢٠٢٦-11-21T10:00:00Z"
      })
  void anything_else_is_no_time(String text) {
    assertThat(Patterns.isTimeOrNone(text)).isFalse();
  }

  @Test
  void none_is_allowed() {
    assertThat(Patterns.isTimeOrNone(null)).isTrue();
    assertThat(Patterns.isHashOrNone(null)).isTrue();
  }

  @Test
  void a_hash_is_hexadecimal_and_short_enough() {
    assertThat(Patterns.isHashOrNone("0123456789abcdef")).isTrue();
    assertThat(Patterns.isHashOrNone("0123456789ABCDEF")).isFalse();
    assertThat(Patterns.isHashOrNone("a".repeat(65))).isFalse();
  }
}
