package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The number and the choice of pods, spread over zones and nodes as evenly as they allow. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.size) || (type(self.size) == int ? self.size >= 1 && self.size <= 100"
        + " : string(self.size).matches('" + Sample.SIZE + "'))",
    fieldPath = ".size",
    message = "must be a number from 1 to 100, or a percentage; for example 5 or 20%")
public record Sample(
    @SchemaFrom(type = IntOrString.class)
    @JsonPropertyDescription(
        "The number of pods, 1 to 100, or the percentage of the eligible pods, rounded up; at most 100 pods. By"
            + " default all pods that target.pods names, else 10. Example: 20%")
    String size,

    @Default("\"Random\"")
    @JsonPropertyDescription("Random, or Newest for the pods that started last. Example: Newest")
    Order order,

    @Min(0)
    @Max(FieldLimits.LARGEST_WHOLE)
    @JsonPropertyDescription(
        "Seed of the random choice: the same seed chooses the same among the same pods. By default it comes from"
            + " the job's uid; status.sampleSeed has it. Example: 42")
    Long seed) {

  /** A number or a percentage. */
  public static final String SIZE = "^([1-9][0-9]?|100)%?$";

  private static final String PERCENT = "%";

  /** The number of these eligible pods to choose; usual if no size is set. */
  public int of(int eligible, int usual, int most) {
    if (size != null && size.endsWith(PERCENT)) {
      var percent = Integer.parseInt(size.substring(0, size.length() - PERCENT.length()));
      return Math.min(most, (eligible * percent + 99) / 100);
    }
    return Math.min(eligible, size == null ? usual : Integer.parseInt(size));
  }

  /** The order in which pods are chosen. */
  public enum Order {
    Random,
    Newest
  }
}
