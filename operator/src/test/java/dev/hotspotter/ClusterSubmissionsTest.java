package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSubmissionsTest {

  /** As the API servers of Kubernetes 1.34 and 1.36 write them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '`',
      value = {
        "Invalid value: \"object\": must be between 1s and 1h = must be between 1s and 1h",
        "Invalid value: must be between 1s and 1h; for example: 60s = must be between 1s and 1h; for example: 60s",
        "Invalid value: {\"pods\":[\"a\"],\"sample\":{\"order\":\"a: b}\"}}: must have one = must have one",
        "Invalid value: [\"a\",\"b: c\"]: must be unique = must be unique",
        "Invalid value: \"2h: \\\"x\\\": y\": must be shorter = must be shorter",
        "Invalid value: 4294967296: should be less = should be less",
        "Invalid value: true: must be false = must be false",
        "Unsupported value: \"x\": supported values: \"a\" = Unsupported value: \"x\": supported values: \"a\"",
      })
  void the_rule_is_told_without_the_value(String message, String rule) {
    assertThat(ClusterSubmissions.rule(message)).isEqualTo(rule);
  }
}
