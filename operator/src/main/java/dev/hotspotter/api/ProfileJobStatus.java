package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hotspotter.api.spec.FieldLimits;
import dev.hotspotter.api.spec.Patterns;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A job's state. A terminal phase never changes. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileJobStatus(
    @Min(0)
    @Max(FieldLimits.LARGEST_WHOLE)
    @JsonPropertyDescription("The generation of the spec that this status describes. Example: 1")
    Long observedGeneration,

    @JsonPropertyDescription(
        "The job's phase: Pending, Running, Succeeded or Failed. Example: Running")
    JobPhase phase,

    @Size(max = 16)
    @JsonPropertyDescription(
        "Finished, True once the job has succeeded or failed, with the reason; before, why it is not yet."
            + " TargetsSelected. Suspended, while spec.suspend is true. Harmed, after a JVM ended during or soon after"
            + " its recording."
            + " DeadlineExceeded, while the operator renders recordings stored by the deadline."
            + " Complete or Failed, as for a batch/v1 Job. Compared, with a baseline. Pushed, if recordings go to"
            + " Pyroscope. Example: {type: Finished, status: \"True\", reason: Recorded}")
    List<Condition> conditions,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When the operator chose the targets (RFC 3339). Example: 2026-11-21T10:00:00Z")
    String startTime,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When targets without a stored recording fail (RFC 3339). Example: 2026-11-21T10:03:00Z")
    String deadline,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When the job reached a terminal phase (RFC 3339). Example: 2026-11-21T10:01:02Z")
    String completionTime,

    @JsonPropertyDescription(
        "The number of targets in each state. Example: {matched: 3, selected: 3, succeeded: 2, failed: 1}")
    TargetCounts targets,

    @Size(max = ProfileJobStatus.LONGEST_SELECTOR)
    @JsonPropertyDescription(
        "The labels that select the pods, from target or from its workload. Example: app=notifier")
    String selector,

    @Min(0)
    @Max(FieldLimits.LARGEST_WHOLE)
    @JsonPropertyDescription("Seed of the random sample. Example: 42")
    Long sampleSeed,

    @Size(max = 64)
    @JsonPropertyDescription(
        "Matching pods that cannot be profiled, by reason. Example: [{reason: PodNotReady, count: 1, pods:"
            + " [notifier-7d9c-x2x1]}]")
    List<Ineligible> ineligible,

    @Size(max = 100)
    @JsonPropertyDescription(
        "One entry for each image of the chosen targets. Example: [{image: notifier:2.14.0, imageID: sha256:9f86d0...,"
            + " targets: 10, succeeded: 9, harmed: 0}]")
    List<ImageStatus> images,

    @Size(max = 100)
    @JsonPropertyDescription(
        "One entry for each chosen target, at most 100. Example: [{pod: notifier-7d9c-x2x1, container: app, phase:"
            + " Recording}]")
    List<RecordingStatus> recordings,

    @JsonPropertyDescription(
        "The innermost application frame with the largest share of the first event's samples, over all targets."
            + " Example: {frame: Message.uniqueId, percent: \"31.4\"}")
    Hottest hottest,

    @Size(max = FieldLimits.LINK)
    @JsonPropertyDescription(
        "The job's report page. Example: http://localhost:8080/jobs/shop/checkout-cpu-1f0c3a5e/")
    String report,

    @Size(max = FieldLimits.LINK)
    @JsonPropertyDescription("The flame graph of the first event over all targets."
        + " Example: http://localhost:8080/jobs/shop/checkout-cpu-1f0c3a5e/merged/cpu.html")
    String flameGraph) {

  /** The size of 32 labels and 32 requirements with 32 values each. */
  static final long LONGEST_SELECTOR = 131_072;

  /** The condition of this type; empty if the job has none. */
  public Optional<Condition> condition(String type) {
    return Stream.ofNullable(conditions)
        .flatMap(List::stream)
        .filter(condition -> condition.type().equals(type))
        .findFirst();
  }

  /** The time since which the condition has this status; now if it has another or is missing. */
  public String since(String type, String status, Instant now) {
    return condition(type)
        .filter(condition -> condition.status().equals(status))
        .map(Condition::lastTransitionTime)
        .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
