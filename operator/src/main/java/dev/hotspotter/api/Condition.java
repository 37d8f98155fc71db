package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** One observation about a job, in the form of the Kubernetes API conventions. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(
    @JsonPropertyDescription("TargetsSelected, Complete, Failed, Compared or Pushed. Example: Complete") String type,
    @JsonPropertyDescription("True, False or Unknown. Example: \"True\"") String status,
    @JsonPropertyDescription("Why, in one CamelCase word. Example: NoTargets") String reason,
    @JsonPropertyDescription("Why, in a sentence that says what to change. Example: 3 of 3 targets recorded")
        String message,
    @JsonPropertyDescription("When the status last changed (RFC 3339). Example: 2026-11-21T10:01:02Z")
        String lastTransitionTime,
    @JsonPropertyDescription("The generation of the spec that this condition speaks of. Example: 1")
        Long observedGeneration) {}
