package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The selection of the JVMs to profile. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "[has(self.selector), has(self.workloadRef), has(self.pods)].filter(x, x).size() == 1",
    message = "must have exactly one of selector, workloadRef and pods;"
        + " for example {selector: {matchLabels: {app: notifier}}}")
@ValidationRule(
    value =
        "!has(self.selector) || (has(self.selector.matchLabels) && self.selector.matchLabels.size() > 0)"
            + " || (has(self.selector.matchExpressions) && self.selector.matchExpressions.size() > 0)",
    fieldPath = ".selector",
    message =
        "must have matchLabels or matchExpressions, because an empty selector would mean every pod of the namespace;"
            + " for example {matchLabels: {app: notifier}}")
@ValidationRule(
    value = "!has(self.containers) || !('*' in self.containers) || self.containers.size() == 1",
    fieldPath = ".containers",
    message = "can hold names, or * alone for every container that runs a JVM; for example [app]")
@ValidationRule(
    value = "self.minAge.matches('" + Target.AGE + "')",
    fieldPath = ".minAge",
    message = "must be in hours, minutes and seconds, at most 9999h; for example 30s or 1m30s")
@ValidationRule(
    value = "!has(self.pods) || self.pods.all(pod, pod.matches('" + Patterns.NAME + "'))",
    fieldPath = ".pods",
    message =
        "must be names of pods, in lower-case letters, digits, - and .; for example [notifier-7d9c-x2x1]")
@ValidationRule(
    value = "!has(self.containers) || self.containers.all(container, container.matches('"
        + Patterns.CONTAINER + "'))",
    fieldPath = ".containers",
    message = "must be names of containers, in lower-case letters, digits and -; for example [app]")
public record Target(
    @JsonPropertyDescription(
        "Labels of the pods to profile, in the namespace of the job. Example: {matchLabels: {app: notifier}}")
    PodSelector selector,

    @JsonPropertyDescription(
        "The workload whose pods to profile. Example: {kind: Deployment, name: notifier}")
    WorkloadRef workloadRef,

    @Size(min = 1, max = 100)
    @JsonPropertyDescription(
        "Names of the pods to profile, at most 100. Example: [notifier-7d9c-x2x1]")
    List<@Size(min = 1, max = FieldLimits.NAME) String> pods,

    @Size(min = 1, max = 16)
    @JsonPropertyDescription(
        "Names of the containers to profile, or [\"*\"] for every one that runs a JVM. By default the one in the"
            + " annotation kubectl.kubernetes.io/default-container, else the pod's only container, else every one"
            + " that runs a JVM. Example: [app]")
    List<@Size(min = 1, max = 63) String> containers,

    @JsonPropertyDescription(
        "Which JVM, if a container runs several. Example: {mainClass: com.example.Worker}")
    ProcessMatch process,

    @Default("{}")
    @JsonPropertyDescription(
        "How many of the pods to profile, and which. Example: {size: 20%, order: Newest}")
    Sample sample,

    @Default("\"0s\"")
    @Size(min = 2, max = 16)
    @JsonPropertyDescription("The operator skips containers that have run for less. Example: 2m")
    String minAge) {

  /** Each number has few digits, so that the sum cannot overflow. */
  public static final String AGE = "^([0-9]{1,4}h)?([0-9]{1,6}m)?([0-9]{1,8}s)?$";
}
