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
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.FieldLimits;
import dev.hotspotter.api.spec.Patterns;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sidecar's report, its termination message; sidecar/README.md specifies it. */
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
      "the kubelet has cut the sidecar's report, because the pod has many containers; read the sidecar's log";

  /** One CamelCase word, because it becomes the reason of events and the label of a metric. */
  private static final Pattern REASON = Pattern.compile("[A-Z][A-Za-z]{1,63}");

  /** The outcome of the sidecar's run. */
  public enum Outcome {
    /** Recorded and uploaded. */
    @JsonProperty("Recorded")
    RECORDED,
    /** The target cannot be profiled and was not touched. */
    @JsonProperty("Refused")
    REFUSED,
    /** The sidecar or the profiler failed. */
    @JsonProperty("Failed")
    FAILED
  }

  /**
   * The target's JVM. pid is in the target's PID namespace; debugNonSafepoints is null if unknown.
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Jvm(
      int pid, String vm, String version, String mainClass, Boolean debugNonSafepoints) {}

  /**
   * The uploaded recording; times are RFC 3339, sha256 is hex. A cut report may lack all fields
   * from the end; if it has sha256, truncated is certain.
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Recording(
      boolean truncated, String sha256, String startTime, String endTime, Long bytes) {

    /**
     * True for valid values: the target's user may have written them, and they go into the status.
     */
    private boolean isSound() {
      return (bytes == null || isSize(bytes))
          && Patterns.isHashOrNone(sha256)
          && Stream.of(startTime, endTime).allMatch(Patterns::isTimeOrNone);
    }

    private Recording during(ContainerStateTerminated sidecar) {
      return new Recording(
          truncated,
          sha256,
          startTime == null ? sidecar.getStartedAt() : startTime,
          endTime == null ? sidecar.getFinishedAt() : endTime,
          bytes);
    }
  }

  /** The diagnostics: bytes is 0 if there are none, and message names missing ones. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Diagnostics(long bytes, String message) {}

  /** The duration of each step. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Timings(long attachMillis, long recordMillis, long uploadMillis) {}

  /**
   * Parses a complete report of a known version. Otherwise the result is empty: after a kill, or if
   * the target's user has overwritten the sidecar's file.
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
   * The values of the document that are complete. The kubelet allows all containers of a pod 12 KiB
   * together, so it cuts reports in pods with many sidecars (MaxPodTerminationMessageLogLength in
   * its source).
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

  /** True if the JVM has the option that makes inlined methods exact; null if unknown. */
  Boolean debugNonSafepoints() {
    return jvm == null ? null : jvm.debugNonSafepoints();
  }

  /**
   * Reads one object. A value counts only if a token follows it, because half of a number looks
   * like a whole one.
   */
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

  /** True if the report describes the stored recording; its size may be missing. */
  boolean isOf(RenderOutcome.Rendered stored) {
    return stored.sha256().equals(recording.sha256())
        && (recording.bytes() == null || recording.bytes() == stored.bytes());
  }

  /** True if the JVM ended, and part of its recording may be stored. */
  boolean isOfEndedJvm() {
    return reason.equals(Reasons.JVM_EXITED) || reason.equals(Reasons.CONTAINER_STOPPED);
  }

  /** The same report, with the sidecar's own times for those of its recording that were cut. */
  SidecarReport during(ContainerStateTerminated sidecar) {
    return new SidecarReport(
        version,
        outcome,
        reason,
        recording == null ? null : recording.during(sidecar),
        diagnostics,
        message,
        jvm,
        timings);
  }

  /** The same report with another reason. */
  SidecarReport withReason(String other) {
    return new SidecarReport(
        version, outcome, other, recording, diagnostics, message, jvm, timings);
  }

  /** The message of a recording that ended before its time, which says why. */
  Optional<String> earlyEnd() {
    return Optional.ofNullable(recording)
        .filter(Recording::truncated)
        .map(_ -> isCut()
            ? "the recording ended before its time, and the sidecar's log says why"
            : TargetEntry.withoutFullStop(message));
  }

  private boolean isCut() {
    return message.equals(CUT);
  }

  /** The size of the stored diagnostics; null without any. */
  Long diagnosticsBytes() {
    return diagnostics == null || diagnostics.bytes() <= 0 ? null : diagnostics.bytes();
  }

  /**
   * A message about missing diagnostics, made safe because the target's user may have written the
   * report.
   */
  Optional<String> missingDiagnostics(boolean requested) {
    if (requested && isCut() && (diagnostics == null || diagnostics.message() == null)) {
      return Optional.of("the missing diagnostics are unknown: " + CUT
          + ", and look for them in the object store");
    }
    return Optional.ofNullable(diagnostics)
        .map(Diagnostics::message)
        .filter(words -> !words.isBlank())
        .map(words -> (diagnostics.bytes() > 0 ? "not all diagnostics: " : "no diagnostics: ")
            + TargetEntry.withoutFullStop(words));
  }

  /** The report's message with another sentence. */
  String messageWith(String sentence) {
    return TargetEntry.withoutFullStop(message) + "; " + sentence;
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
    return bytes >= 0 && bytes <= FieldLimits.LARGEST_WHOLE;
  }
}
