package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** The baseline of a job: the job to compare it with. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "has(self.job) != has(self.previous)",
    message = "must have either job or previous; for example {job: checkout-before}")
@ValidationRule(
    value = "!has(self.job) || self.job.matches('" + Patterns.NAME + "')",
    fieldPath = ".job",
    message =
        "must be the name of a ProfileJob, in lower-case letters, digits, - and .; for example checkout-before")
public record BaselineSpec(
    @Size(min = 1, max = 63)
    @JsonPropertyDescription(
        "Name of a ProfileJob in the same namespace. It may be deleted if the store still has its report."
            + " Example: checkout-before")
    String job,

    @JsonPropertyDescription(
        "The last job with the same target that had succeeded when this one started. sample and minAge may differ."
            + " Example: {}")
    Previous previous) {

  /** The baseline that the operator chooses. It has no options yet. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Previous() {}
}
