package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** The baseline of a job: the job to compare it with. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "has(self.name) != (has(self.previous) && self.previous)",
    message = "must have either a name or previous: true; for example {name: checkout-before}")
@ValidationRule(
    value = "!has(self.name) || self.name.matches('" + Patterns.NAME + "')",
    fieldPath = ".name",
    message =
        "must be the name of a ProfileJob, in lower-case letters, digits, - and .; for example checkout-before")
public record BaselineRef(
    @Size(min = 1, max = 63)
    @JsonPropertyDescription(
        "Name of a ProfileJob in the same namespace. It may be deleted if the store still has its report."
            + " Example: checkout-before")
    String name,

    @JsonPropertyDescription(
        "True for the last job with the same target that had succeeded when this one started. sample and minAge may"
            + " differ. Example: true")
    Boolean previous) {}
