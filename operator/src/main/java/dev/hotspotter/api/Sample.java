package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;

/** How many of the eligible pods are profiled, and which: as evenly spread over zones and nodes as they allow. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.count) || !has(self.percent)",
    message = "can have count or percent, not both; for example {count: 5}")
public record Sample(
    @Min(1) @Max(100)
        @JsonPropertyDescription("How many pods, 1 to 100; 10 if neither count nor percent is given. Example: 5")
        Integer count,
    @Min(1) @Max(100)
        @JsonPropertyDescription("How many pods in percent of the eligible ones, rounded up; never more than 100 pods. Example: 20")
        Integer percent,
    @Default("\"Random\"")
        @JsonPropertyDescription("Random, or Newest for the pods that started last. Example: Newest")
        Order order,
    @Min(0) @Max(Limits.LARGEST_WHOLE)
        @JsonPropertyDescription(
            "Seed of the random choice: the same seed chooses the same out of the same pods. Left out, it is made from the"
                + " job's uid; status.sampleSeed has it. Example: 42")
        Long seed) {

  /** Which pods come first. */
  public enum Order {
    Random,
    Newest
  }
}
