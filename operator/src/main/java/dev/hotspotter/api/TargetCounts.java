package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hotspotter.api.spec.FieldLimits;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** The number of targets in each state. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TargetCounts(
    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription("Pods that match target. Example: 3")
    int matched,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription("Matching pods that can be profiled. Example: 3")
    int eligible,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription("Targets chosen for recording. Example: 3")
    int selected,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription("Targets that are being recorded. Example: 1")
    int recording,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription("Targets whose recording is stored and rendered. Example: 2")
    int succeeded,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription(
        "Targets that could not be profiled; recordings has their reasons. Example: 0")
    int failed) {}
