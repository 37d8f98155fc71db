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

/** One observation about a job, in the form of the Kubernetes API conventions. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(
    @Required
    @Size(min = 1, max = FieldLimits.WORD)
    @JsonPropertyDescription(
        "Finished, TargetsSelected, Suspended, Harmed, DeadlineExceeded, Complete, Failed, Compared or Pushed."
            + " Example: Finished")
    String type,

    @Required
    @Size(min = 1, max = 7)
    @JsonPropertyDescription("True, False or Unknown. Example: \"True\"")
    String status,

    @Required
    @Size(min = 1, max = FieldLimits.WORD)
    @JsonPropertyDescription("The reason, one CamelCase word. Example: NoTargets")
    String reason,

    @Size(max = FieldLimits.SENTENCE)
    @JsonPropertyDescription(
        "The reason in a sentence that says what to change. Example: 3 of 3 targets recorded")
    String message,

    @Size(max = FieldLimits.TIME)
    @Pattern(Patterns.TIME)
    @JsonPropertyDescription(
        "When the status last changed (RFC 3339). Example: 2026-11-21T10:01:02Z")
    String lastTransitionTime,

    @Min(0)
    @Max(FieldLimits.LARGEST_WHOLE)
    @JsonPropertyDescription("The generation of the spec that this condition describes. Example: 1")
    Long observedGeneration) {

  /** The type of the condition that is True once the job has succeeded or failed. */
  public static final String FINISHED = "Finished";
}
