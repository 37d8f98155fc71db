package dev.hotspotter.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceLimitsTest {

  private static final RetentionSettings SETTINGS = new RetentionSettings(
      Optional.of(Duration.ofDays(30)), Optional.of(1_000L), Optional.of(2_000L), Optional.empty());

  @Test
  void a_namespace_may_have_limits_of_its_own() {
    var problems = new ArrayList<String>();
    var own = Map.of(
        NamespaceLimits.MAX_AGE,
        "1h",
        NamespaceLimits.MAX_BYTES,
        "5Gi",
        NamespaceLimits.QUOTA,
        "6G",
        "other",
        "x");

    assertThat(NamespaceLimits.of(SETTINGS, own, problems::add))
        .isEqualTo(new NamespaceLimits(
            Optional.of(Duration.ofHours(1)), Optional.of(5L << 30), Optional.of(6_000_000_000L)));
    assertThat(NamespaceLimits.of(SETTINGS, Map.of(), problems::add))
        .isEqualTo(new NamespaceLimits(SETTINGS.maxAge(), SETTINGS.maxBytes(), SETTINGS.quota()));
    assertThat(NamespaceLimits.of(
            SETTINGS,
            Map.of(
                NamespaceLimits.MAX_AGE,
                "never",
                NamespaceLimits.MAX_BYTES,
                "none",
                NamespaceLimits.QUOTA,
                "none"),
            problems::add))
        .isEqualTo(new NamespaceLimits(Optional.empty(), Optional.empty(), Optional.empty()));
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7 dayz", "0d", "-7d", "9999999999999999999d", "5Gi"})
  void a_slip_in_an_age_deletes_nothing(String slip) {
    var problems = new ArrayList<String>();

    assertThat(NamespaceLimits.of(SETTINGS, Map.of(NamespaceLimits.MAX_AGE, slip), problems::add)
            .maxAge())
        .isEmpty();
    assertThat(problems)
        .containsExactly(
            "its annotation hotspotter.dev/retention-max-age must be a time such as 7d, or never, not "
                + slip);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "much", "0", "-5Gi", "99999999999Ei", "7d"})
  void a_slip_in_a_size_deletes_nothing_and_lets_nobody_record_more(String slip) {
    var problems = new ArrayList<String>();

    var limits = NamespaceLimits.of(
        SETTINGS,
        Map.of(NamespaceLimits.MAX_BYTES, slip, NamespaceLimits.QUOTA, slip),
        problems::add);

    assertThat(limits.maxBytes()).isEmpty();
    assertThat(limits.quota()).isEqualTo(SETTINGS.quota());
    assertThat(problems).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "1023, 1023 bytes",
    "1024, 1Ki",
    "1536, 1.5Ki",
    "5368709120, 5Gi",
    "10737418239, 10Gi"
  })
  void sizes_read_as_people_write_them(long bytes, String words) {
    assertThat(Bytes.words(bytes)).isEqualTo(words);
  }

  @Test
  void a_size_that_is_none_is_refused() {
    assertThat(Bytes.parse("1.5Gi")).isEqualTo(3L << 29);
    assertThatIllegalArgumentException().isThrownBy(() -> Bytes.parse("1.5"));
  }
}
