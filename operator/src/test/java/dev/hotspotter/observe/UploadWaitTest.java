package dev.hotspotter.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UploadWaitTest {

  private static final Instant STARTED = Instant.parse("2026-11-21T10:00:00.7Z");
  private static final UploadWait WAIT = wait("2026-11-21T11:00:00Z");

  @ParameterizedTest(name = "after {0} s, the store away: {1}")
  @CsvSource({
    "64, true, false",
    "65, true, true",
    "65, false, false",
    "74, false, false",
    "75, false, true"
  })
  void an_upload_is_late_at_the_recordings_end_if_the_store_is_away_and_after_the_usual_time_else(
      int seconds, boolean away, boolean late) {
    assertThat(WAIT.isLate(STARTED.plusSeconds(seconds), away)).isEqualTo(late);
  }

  @Test
  void the_words_say_for_how_long_the_sidecar_tries() {
    assertThat(WAIT.words(Optional.of("connection refused")))
        .isEqualTo("the recording is over and waits for the object store: connection refused;"
            + " the sidecar keeps trying until 2026-11-21T10:07:00Z");
    assertThat(WAIT.words(Optional.empty()))
        .contains("not in the object store yet", "until 2026-11-21T10:07:00Z", "network policies");
  }

  @Test
  void no_sidecar_tries_after_its_jobs_deadline() {
    assertThat(wait("2026-11-21T10:03:00Z").triesUntil()).isEqualTo("2026-11-21T10:03:00Z");
  }

  private static UploadWait wait(String deadline) {
    return UploadWait.of(
        STARTED, Duration.ofMinutes(1), Duration.ofMinutes(7), Instant.parse(deadline));
  }
}
