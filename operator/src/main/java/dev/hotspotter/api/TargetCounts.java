package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How many targets stand where. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TargetCounts(
    @JsonPropertyDescription("Pods that match target. Example: 3") int matched,
    @JsonPropertyDescription("Pods out of these that can be profiled. Example: 3") int eligible,
    @JsonPropertyDescription("Targets chosen for recording. Example: 3") int selected,
    @JsonPropertyDescription("Targets that record now. Example: 1") int recording,
    @JsonPropertyDescription("Targets whose recording is stored and rendered. Example: 2") int succeeded,
    @JsonPropertyDescription("Targets that could not be profiled; each says why. Example: 0") int failed,
    @JsonPropertyDescription("Succeeded and selected targets in one word, for kubectl get. Example: 2/3") String done) {}
