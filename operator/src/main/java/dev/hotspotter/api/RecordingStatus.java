package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hotspotter.api.spec.FieldLimits;
import dev.hotspotter.api.spec.Patterns;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The state of one target of a job. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecordingStatus(
    @Required
    @Size(min = 1, max = FieldLimits.NAME)
    @JsonPropertyDescription("The target's pod. Example: notifier-7d9c-x2x1")
    String pod,

    @Required
    @Size(min = 1, max = FieldLimits.WORD)
    @JsonPropertyDescription(
        "The pod's uid, because a later pod of the same name is another target. Example:"
            + " 0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f")
    String podUID,

    @Required
    @Size(min = 1, max = 63)
    @JsonPropertyDescription("The target's container. Example: app")
    String container,

    @Size(max = FieldLimits.NAME)
    @JsonPropertyDescription("The node that runs the pod. Example: worker-3")
    String node,

    @Size(max = FieldLimits.IMAGE)
    @JsonPropertyDescription(
        "The digest of the container's image, as of the choice of the target. Example: sha256:9f86d081884c7d65...")
    String imageID,

    @Size(max = 63)
    @JsonPropertyDescription(
        "The label's value by which merged graphs keep targets apart, as of the choice of the target; only with"
            + " artifacts.groupBy Version or Label. Example: 2.14.0")
    String group,

    @Size(max = 63)
    @JsonPropertyDescription(
        "The pod's label app.kubernetes.io/version, as of the choice of the target. Example: 2.14.0")
    String version,

    @Required
    @JsonPropertyDescription(
        "Pending, Injected, Recording, Collecting, Succeeded or Failed. Example: Recording")
    RecordingPhase phase,

    @Size(max = FieldLimits.WORD)
    @JsonPropertyDescription(
        "The reason, one word, why the target failed or waits, or what is missing although it succeeded. Example:"
            + " NoJvmFound")
    String reason,

    @Size(max = FieldLimits.SENTENCE)
    @JsonPropertyDescription(
        "The reason in a sentence that says what to change. Example: no JVM runs in container app; name another"
            + " one in target.containers")
    String message,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When the operator put the sidecar into the pod (RFC 3339). Example: 2026-11-21T10:00:00.412Z")
    String injectionTime,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When the recording began (RFC 3339). Example: 2026-11-21T10:00:00.731Z")
    String startTime,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When the recording ended (RFC 3339). Example: 2026-11-21T10:01:00.739Z")
    String endTime,

    @Min(0)
    @Max(FieldLimits.LARGEST_WHOLE)
    @JsonPropertyDescription("The recording's size in bytes. Example: 182733")
    Long bytes,

    @Size(max = 64)
    @Pattern(Patterns.HASH)
    @JsonPropertyDescription("The recording's SHA-256, in hex. Example: 9f86d081884c7d65...")
    String sha256,

    @Min(0)
    @Max(FieldLimits.LARGEST_WHOLE)
    @JsonPropertyDescription(
        "The size of the diagnostics in bytes, if there are any. Example: 48213")
    Long diagnosticsBytes,

    @JsonPropertyDescription(
        "True if the JVM was started with -XX:+DebugNonSafepoints, which makes inlined methods exact; not set if"
            + " unknown. Example: false")
    Boolean debugNonSafepoints) {}
