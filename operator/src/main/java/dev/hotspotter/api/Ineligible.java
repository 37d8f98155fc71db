package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** Matching pods that cannot be profiled, all for the same reason. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Ineligible(
    @JsonPropertyDescription("Why, one word. Example: PodNotReady") String reason,
    @JsonPropertyDescription("Why, for the first of the pods, a sentence that says what to change. Example: the pod is not ready; wait until it is")
        String message,
    @JsonPropertyDescription("How many pods. Example: 4") int count,
    @JsonPropertyDescription("Names of the first three. Example: [notifier-7d9c-x2x1]") List<String> pods) {}
