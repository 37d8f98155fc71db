package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The number and the choice of pods, spread over zones and nodes as evenly as they allow. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.count) || !has(self.percent)",
    message = "can have count or percent, not both; for example {count: 5}")
public record Sample(
    @Min(1)
    @Max(100)
    @JsonPropertyDescription(
        "The number of pods, 1 to 100; 10 if neither count nor percent is set. Example: 5")
    Integer count,

    @Min(1)
    @Max(100)
    @JsonPropertyDescription(
        "The percentage of the eligible pods, rounded up; at most 100 pods. Example: 20")
    Integer percent,

    @Default("\"Random\"")
    @JsonPropertyDescription("Random, or Newest for the pods that started last. Example: Newest")
    Order order,

    @Min(0)
    @Max(Limits.LARGEST_WHOLE)
    @JsonPropertyDescription(
        "Seed of the random choice: the same seed chooses the same among the same pods. By default it comes from"
            + " the job's uid; status.sampleSeed has it. Example: 42")
    Long seed) {

  /** The order in which pods are chosen. */
  public enum Order {
    Random,
    Newest
  }
}
