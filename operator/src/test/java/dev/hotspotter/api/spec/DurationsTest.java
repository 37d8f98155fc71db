package dev.hotspotter.api.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "1s, PT1S",
    "60s, PT1M",
    "1m30s, PT1M30S",
    "3600s, PT1H",
    "1h, PT1H",
    "0h59m60s, PT1H",
    "10ms, PT0.01S",
    "1500us, PT0.0015S"
  })
  void every_form_that_the_api_lets_through_is_read(String text, Duration duration) {
    assertThat(Durations.parse(text)).isEqualTo(duration);
  }

  @Test
  void anything_else_is_refused_with_an_example() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.parse("soon"))
        .withMessageContaining("1m30s")
        .withMessageContaining("soon");
  }
}
