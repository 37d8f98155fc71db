package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A workload in the namespace of the job. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.apiVersion) || self.apiVersion.matches('" + Patterns.API_VERSION + "')",
    fieldPath = ".apiVersion",
    message = "must be an API group and its version; for example argoproj.io/v1alpha1")
@ValidationRule(
    value = "self.kind.matches('" + Patterns.KIND + "')",
    fieldPath = ".kind",
    message = "must be a kind in letters and digits; for example Deployment")
@ValidationRule(
    value = "self.name.matches('" + Patterns.NAME + "')",
    fieldPath = ".name",
    message =
        "must be a workload's name, in lower-case letters, digits, - and .; for example notifier")
public record WorkloadRef(
    @Size(min = 1, max = 253)
    @JsonPropertyDescription(
        "The workload's API group and version. By default apps/v1 for Deployment, StatefulSet, DaemonSet and"
            + " ReplicaSet, batch/v1 for Job and CronJob. Example: argoproj.io/v1alpha1")
    String apiVersion,

    @Required
    @Size(min = 1, max = 63)
    @JsonPropertyDescription(
        "Deployment, StatefulSet, DaemonSet, ReplicaSet, Job, CronJob, or any kind with a scale subresource."
            + " Example: Deployment")
    String kind,

    @Required
    @Size(min = 1, max = 253)
    @JsonPropertyDescription("The workload's name. Example: notifier")
    String name) {}
