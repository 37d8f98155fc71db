package dev.hotspotter.observe;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotspotter.api.Limits;
import dev.hotspotter.api.Patterns;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sidecar's termination message; sidecar/README.md is its specification. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SidecarReport(
    int version,
    Outcome outcome,
    String reason,
    Recording recording,
    Diagnostics diagnostics,
    String message,
    Jvm jvm,
    Timings timings) {

  public static final int VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String CUT =
      "the kubelet has cut the sidecar's report, because the pod has so many containers; the sidecar's own log says more";

  /** One CamelCase word, as it becomes the reason of events and the label of a metric. */
  private static final Pattern REASON = Pattern.compile("[A-Z][A-Za-z]{1,63}");

  /** How the sidecar ended. */
  public enum Outcome {
    /** Recorded and uploaded. */
    @JsonProperty("Recorded")
    RECORDED,
    /** The target cannot be profiled and was not touched. */
    @JsonProperty("Refused")
    REFUSED,
    /** Something went wrong on the way. */
    @JsonProperty("Failed")
    FAILED
  }

  /** The JVM that was found; pid is the one in the target's PID namespace, and debugNonSafepoints is null where nobody has looked. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Jvm(
      int pid, String vm, String version, String mainClass, Boolean debugNonSafepoints) {}

  /** What was uploaded; times are RFC 3339, sha256 is hex. All but that may be missing in a report that was cut. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Recording(
      Long bytes, String sha256, String startTime, String endTime, boolean truncated) {

    /** The target's user may have written it, and it becomes a part of the status. */
    private boolean isSound() {
      return (bytes == null || isSize(bytes))
          && Patterns.isHashOrNone(sha256)
          && Stream.of(startTime, endTime).allMatch(Patterns::isTimeOrNone);
    }
  }

  /** What became of the diagnostics: bytes is 0 if there are none, and message says what is missing. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Diagnostics(long bytes, String message) {}

  /** How long each step took. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Timings(long attachMillis, long recordMillis, long uploadMillis) {}

  /**
   * Empty where the message is no complete report of a version this operator knows: as after a kill, or where the target, whose
   * user may write to the sidecar's files, has put in something else.
   */
  public static Optional<SidecarReport> parse(String terminationMessage) {
    if (terminationMessage == null || terminationMessage.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
              JSON.treeToValue(readable(terminationMessage), SidecarReport.class))
          .filter(SidecarReport::isComplete);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The document, or as many of its values as are whole: the kubelet allows all containers of a pod 12 KiB together, so
   * that in a pod with many sidecars it cuts each report short (MaxPodTerminationMessageLogLength in its source).
   */
  private static ObjectNode readable(String document) throws IOException {
    var fields = JSON.createObjectNode();
    try (var parser = JSON.createParser(document)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        read(parser, fields);
      }
    } catch (JsonParseException cut) {
      fields.putIfAbsent("message", TextNode.valueOf(CUT));
    }
    return fields;
  }

  /** Whether the JVM was started with the option that makes inlined methods exact; null if that is not known. */
  Boolean debugNonSafepoints() {
    return jvm == null ? null : jvm.debugNonSafepoints();
  }

  /** From the beginning of an object to its end; a value is one only if something follows, as half of a number looks like a whole one. */
  private static void read(JsonParser parser, ObjectNode fields) throws IOException {
    parser.nextToken();
    while (parser.currentToken() == JsonToken.FIELD_NAME) {
      var name = parser.currentName();
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        read(parser, fields.putObject(name));
        parser.nextToken();
      } else {
        var value = JSON.<JsonNode>readTree(parser);
        parser.nextToken();
        fields.set(name, value);
      }
    }
  }

  /** True if it is of what is stored, as far as it says. */
  boolean isOf(RenderOutcome.Rendered stored) {
    return recording.sha256().equals(stored.sha256())
        && (recording.bytes() == null || recording.bytes() == stored.bytes());
  }

  /** The size of what is stored; null if nothing is. */
  Long diagnosticsBytes() {
    return diagnostics == null || diagnostics.bytes() <= 0 ? null : diagnostics.bytes();
  }

  /** A sentence about the diagnostics that were asked for and are not there; a target's user may have written the report. */
  Optional<String> missingDiagnostics() {
    return Optional.ofNullable(diagnostics)
        .map(Diagnostics::message)
        .filter(words -> !words.isBlank())
        .map(words -> (diagnostics.bytes() > 0 ? "not all diagnostics: " : "no diagnostics: ")
            + TargetEntry.withoutFullStop(words));
  }

  private boolean isComplete() {
    return version == VERSION
        && outcome != null
        && reason != null
        && REASON.matcher(reason).matches()
        && message != null
        && (recording == null || recording.isSound())
        && (diagnostics == null || isSize(diagnostics.bytes()))
        && (outcome != Outcome.RECORDED || recording != null && recording.sha256() != null);
  }

  private static boolean isSize(long bytes) {
    return bytes >= 0 && bytes <= Limits.LARGEST_WHOLE;
  }
}
