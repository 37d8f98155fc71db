package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** The user and group of the targets' JVMs, for containers whose identity nothing else states. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "has(self.runAsUser) == has(self.runAsGroup)",
    message =
        "must have both runAsUser and runAsGroup; for example {runAsUser: 1000, runAsGroup: 1000}")
public record SidecarOptions(
    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription(
        "The user id of the targets' JVMs, used if neither the kubelet nor the pod states a container's. Example:"
            + " 1000")
    Long runAsUser,

    @Min(0)
    @Max(FieldLimits.LARGEST_INT)
    @JsonPropertyDescription("The group id of the targets' JVMs, likewise. Example: 1000")
    Long runAsGroup) {}
