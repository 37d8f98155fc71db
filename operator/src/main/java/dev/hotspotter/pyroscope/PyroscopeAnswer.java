package dev.hotspotter.pyroscope;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.observe.TargetEntry;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The answer of Pyroscope, or of a proxy before it, to a recording.
 *
 * @param retryAfter the header of that name, if there is one
 * @param location the header of that name, if there is one
 */
public record PyroscopeAnswer(
    int status, Optional<String> retryAfter, Optional<String> location, String body) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_WORDS = 300;
  private static final String TOO_MUCH =
      "raise limits.ingestion_rate_mb and limits.ingestion_burst_size_mb of Pyroscope";

  /** The faults that pass. Pyroscope 2 answers 422 to most faults and names them in its message. */
  private static final Pattern PASSING = Pattern.compile(
      "\\b(resource_exhausted|unavailable|deadline_exceeded|aborted|canceled|internal): ");

  /** A Retry-After beyond this is cut. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

  public PushOutcome outcome(Instant now) {
    if (status / 100 == 2) {
      return new PushOutcome.Sent();
    }
    var message = "Pyroscope answered %d%s; %s".formatted(status, words(), advice());
    return isPassing()
        ? new PushOutcome.Postponed(message, pause(now))
        : new PushOutcome.Refused(message);
  }

  /** The outcome without an HTTP answer; why may quote the server. */
  public static PushOutcome none(String url, String why) {
    return new PushOutcome.Postponed(
        "Pyroscope at %s does not answer (%s); check that it runs, and sinks.pyroscope.url in the chart's values"
            .formatted(url, plain(why)));
  }

  private boolean isPassing() {
    return status >= 500
        || status == 429
        || status == 408
        || status == 422 && PASSING.matcher(body).find();
  }

  private String advice() {
    if (body.contains("ingestion window")) {
      return "the recording is too old; raise limits.reject_older_than of Pyroscope";
    }
    if (body.contains("rate limit")) {
      return TOO_MUCH;
    }
    return switch (status) {
      case 401, 403 ->
        "correct sinks.pyroscope.existingSecret, auth and tenant in the chart's values";
      case 404, 405 ->
        "correct sinks.pyroscope.url in the chart's values: recordings go to its path /ingest";
      case 413 ->
        "record for a shorter time, or raise the largest request that Pyroscope or the proxy before it takes";
      case 429 -> TOO_MUCH;
      default -> {
        if (status / 100 == 3) {
          yield "set sinks.pyroscope.url in the chart's values to where it redirects"
              + location.map(to -> ", " + plain(to)).orElse("");
        }
        yield isPassing()
            ? "see Pyroscope's log"
            : "Pyroscope cannot read the recording, or its limits are too low; see its log";
      }
    };
  }

  private Duration pause(Instant now) {
    return retryAfter
        .map(text -> pause(text.strip(), now))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  /** RFC 9110 allows seconds or a date; any other text means no pause. */
  private static Duration pause(String text, Instant now) {
    try {
      var pause = text.matches("[0-9]{1,9}")
          ? Duration.ofSeconds(Long.parseLong(text))
          : Duration.between(
              now,
              ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
      return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    } catch (DateTimeException e) {
      return Duration.ZERO;
    }
  }

  private String words() {
    var plain = plain(message().orElse(body));
    return plain.isEmpty() ? "" : ": " + plain;
  }

  /** Pyroscope answers with an object that has a message, a proxy with a page. */
  private Optional<String> message() {
    try {
      return Optional.ofNullable(JSON.readTree(body).path("message").textValue());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** One line of text without tags, for the job's status. */
  private static String plain(String text) {
    var line =
        text.replaceAll("<[^<>]*>", " ").replaceAll("[\\p{C}\\p{Z}]+", " ").strip();
    if (line.length() <= LONGEST_WORDS) {
      return TargetEntry.withoutFullStop(line);
    }
    return line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, LONGEST_WORDS)))
        + "…";
  }
}
