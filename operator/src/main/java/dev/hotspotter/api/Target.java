package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Which JVMs to profile. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "(has(self.selector.matchLabels) && self.selector.matchLabels.size() > 0)"
            + " || (has(self.selector.matchExpressions) && self.selector.matchExpressions.size() > 0)",
    fieldPath = ".selector",
    message =
        "must have matchLabels or matchExpressions, because an empty selector would mean every pod of the namespace;"
            + " for example {matchLabels: {app: notifier}}")
public record Target(
    @Required
        @JsonPropertyDescription(
            "Labels of the pods to profile, in the namespace of the job. Example: {matchLabels: {app: notifier}}")
        PodSelector selector,
    @Size(min = 1, max = 63)
        @JsonPropertyDescription(
            "Name of the container to profile. Left out, it is the one that the annotation"
                + " kubectl.kubernetes.io/default-container names, else the pod's only container. Example: app")
        String container) {}
