package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** A label selector as in apps/v1; all of its requirements must hold. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodSelector(
    @Size(max = 32) @JsonPropertyDescription("Labels with the value that each must have. Example: {app: notifier}")
        Map<String, String> matchLabels,
    @Size(max = 32)
        @JsonPropertyDescription(
            "Requirements on label values. Example: [{key: tier, operator: In, values: [web, api]}]")
        List<Requirement> matchExpressions) {

  /** One requirement on the value of one label. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Requirement(
      @Required @JsonPropertyDescription("The label. Example: tier") String key,
      @Required @JsonPropertyDescription("In, NotIn, Exists or DoesNotExist. Example: In") Operator operator,
      @JsonPropertyDescription("The values for In and NotIn; none for the other two. Example: [web, api]")
          List<String> values) {}

  /** How a label's value is compared. */
  public enum Operator {
    In,
    NotIn,
    Exists,
    DoesNotExist
  }
}
