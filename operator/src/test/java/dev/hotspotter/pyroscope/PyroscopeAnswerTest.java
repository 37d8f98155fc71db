package dev.hotspotter.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.testing.Jobs;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PyroscopeAnswerTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | sent      | ",
        "204 | sent      | ",
        "301 | refused   | set sinks.pyroscope.url in the chart's values to where it redirects",
        "400 | refused   | cannot read the recording, or its limits are too low; see its log",
        "401 | refused   | correct sinks.pyroscope.existingSecret, auth and tenant",
        "403 | refused   | correct sinks.pyroscope.existingSecret, auth and tenant",
        "404 | refused   | correct sinks.pyroscope.url in the chart's values: recordings go to its path /ingest",
        "408 | postponed | see Pyroscope's log",
        "413 | refused   | record for a shorter time",
        "422 | refused   | cannot read the recording",
        "429 | postponed | raise limits.ingestion_rate_mb and limits.ingestion_burst_size_mb",
        "500 | postponed | see Pyroscope's log",
        "502 | postponed | see Pyroscope's log",
        "503 | postponed | see Pyroscope's log",
      })
  void a_status_is_done_refused_or_worth_another_try(int status, String outcome, String advice) {
    var seen = answer(status, null, "").outcome(Jobs.START);

    assertThat(seen.word()).isEqualTo(outcome);
    assertThat(seen.isFinal()).isEqualTo(!outcome.equals("postponed"));
    if (advice != null) {
      assertThat(seen.message())
          .startsWith("Pyroscope answered " + status + "; ")
          .contains(advice)
          .doesNotEndWith(".");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      nullValues = "none",
      value = {
        "none|0",
        "7|7",
        " 7 |7",
        "0|0",
        "-5|0",
        "soon|0",
        "999999999|600",
        "99999999999|0",
        "Sat, 21 Nov 2026 10:00:30 GMT|30",
        "Sat, 21 Nov 2026 09:00:00 GMT|0",
        "Sun, 22 Nov 2026 10:00:00 GMT|600",
      })
  void pyroscope_may_say_how_long_to_wait(String retryAfter, long seconds) {
    assertThat(answer(429, retryAfter, "").outcome(Jobs.START))
        .isInstanceOfSatisfying(
            PushOutcome.Postponed.class,
            later -> assertThat(later.pause()).isEqualTo(Duration.ofSeconds(seconds)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"code\":\"invalid_argument\",\"message\":\"no profiles received.\"} | no profiles received",
        "{\"code\":\"unknown\"} | {\"code\":\"unknown\"}",
        "[1] | [1]",
        "no org id | no org id",
        "`no\n\n\torg\u0007 id\n` | no org id",
        "`no\u2028org\u009b\u202eid` | no org id",
        "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html> | 502 Bad Gateway nginx",
      })
  void its_words_are_one_line_of_text(String body, String words) {
    assertThat(answer(400, null, body).outcome(Jobs.START).message())
        .startsWith("Pyroscope answered 400: " + words + "; ");
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "postponed | pushing IngestInput-pprof failed resource_exhausted: push rate limit (4.0"
            + " MiB) exceeded while adding 6.1 MiB | raise limits.ingestion_rate_mb",
        "postponed | pushing IngestInput-pprof failed unavailable: at least 1 live replicas"
            + " required | see Pyroscope's log",
        "refused | pushing IngestInput-pprof failed invalid_argument: the profile exceeds the"
            + " size limit | its limits are too low",
        "refused | parsing IngestInput-pprof failed jfr parser ParseEvent error: int overflow"
            + " | cannot read the recording",
      })
  void a_fault_of_its_own_may_come_as_a_422(String outcome, String words, String advice) {
    var seen = answer(422, null, "{\"code\":\"unknown\",\"message\":\"%s\"}".formatted(words))
        .outcome(Jobs.START);

    assertThat(seen.word()).isEqualTo(outcome);
    assertThat(seen.message())
        .startsWith("Pyroscope answered 422: " + words + "; ")
        .contains(advice);
  }

  @Test
  void of_long_words_the_beginning_is_enough() {
    assertThat(answer(400, null, "é".repeat(5000)).outcome(Jobs.START).message())
        .contains("é".repeat(300) + "…; ")
        .hasSizeLessThan(500);
  }

  @Test
  void a_recording_that_is_too_old_needs_another_limit() {
    var words = "profile with labels '{}' is outside of ingestion window (profile timestamp:"
        + " 2026-11-21 10:00:00 +0000 UTC, the ingestion window starts at …)";

    assertThat(answer(400, null, words).outcome(Jobs.START).message())
        .contains("raise limits.reject_older_than of Pyroscope");
  }

  @Test
  void a_redirection_is_told_without_what_an_answer_should_not_hold() {
    var answer = new PyroscopeAnswer(
        307, Optional.empty(), Optional.of("https://pyroscope.example/ingest"), "");

    assertThat(answer.outcome(Jobs.START).message())
        .endsWith("to where it redirects, https://pyroscope.example/ingest");
  }

  private static PyroscopeAnswer answer(int status, String retryAfter, String body) {
    return new PyroscopeAnswer(status, Optional.ofNullable(retryAfter), Optional.empty(), body);
  }
}
