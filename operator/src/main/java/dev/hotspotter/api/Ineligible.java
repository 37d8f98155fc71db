package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hotspotter.api.spec.FieldLimits;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Matching pods that cannot be profiled, all for the same reason. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Ineligible(
    @Required
    @Size(min = 1, max = FieldLimits.WORD)
    @JsonPropertyDescription("The reason, one word. Example: PodNotReady")
    String reason,

    @Size(max = FieldLimits.SENTENCE)
    @JsonPropertyDescription(
        "The first pod's reason, in a sentence that says what to change. Example: the pod is not ready; wait until"
            + " it is")
    String message,

    @Min(0) @Max(FieldLimits.LARGEST_INT) @JsonPropertyDescription("The number of pods. Example: 4")
    int count,

    @Size(max = 3)
    @JsonPropertyDescription("Names of the first three. Example: [notifier-7d9c-x2x1]")
    List<@Size(max = FieldLimits.NAME) String> pods) {}
