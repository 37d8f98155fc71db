package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** A label selector as in apps/v1; pods must match all requirements. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.matchLabels) || self.matchLabels.all(key, key.size() <= "
        + PodSelector.LONGEST_KEY + ")",
    fieldPath = ".matchLabels",
    message = "must have keys of at most 317 characters; for example {app: notifier}")
@ValidationRule(
    value = "!has(self.matchLabels) || self.matchLabels.all(key, key.size() > "
        + PodSelector.LONGEST_KEY + " || key.matches('" + Patterns.LABEL_KEY + "'))",
    fieldPath = ".matchLabels",
    message =
        "must have keys of labels, in letters, digits, -, _ and ., with a prefix before a slash if any;"
            + " for example {app: notifier}")
@ValidationRule(
    value =
        "!has(self.matchLabels)" + " || self.matchLabels.all(key, self.matchLabels[key].matches('"
            + Patterns.LABEL_VALUE + "'))",
    fieldPath = ".matchLabels",
    message =
        "must have values of labels, at most 63 letters, digits, -, _ and .; for example {app: notifier}")
public record PodSelector(
    @Size(max = 32) @JsonPropertyDescription("Labels and their values. Example: {app: notifier}")
    Map<String, @Size(max = 63) String> matchLabels,

    @Size(max = 32)
    @JsonPropertyDescription(
        "Requirements on label values. Example: [{key: tier, operator: In, values: [web, api]}]")
    List<Requirement> matchExpressions) {

  static final int LONGEST_KEY = 317;

  /** One requirement on the value of one label. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @ValidationRule(
      value = "self.key.matches('" + Patterns.LABEL_KEY + "')",
      fieldPath = ".key",
      message = "must be the key of a label; for example app.kubernetes.io/name")
  @ValidationRule(
      value = "(self.operator in ['In', 'NotIn']) == (has(self.values) && self.values.size() > 0)",
      fieldPath = ".values",
      message = "must be set for In and NotIn, and only for these;"
          + " for example {key: tier, operator: In, values: [web, api]}")
  @ValidationRule(
      value = "!has(self.values) || self.values.all(value, value.matches('" + Patterns.LABEL_VALUE
          + "'))",
      fieldPath = ".values",
      message =
          "must be values of labels, at most 63 letters, digits, -, _ and .; for example [web, api]")
  public record Requirement(
      @Required
      @Size(min = 1, max = LONGEST_KEY)
      @JsonPropertyDescription("The label. Example: tier")
      String key,

      @Required @JsonPropertyDescription("In, NotIn, Exists or DoesNotExist. Example: In")
      Operator operator,

      @Size(max = 32)
      @JsonPropertyDescription("The values, only for In and NotIn. Example: [web, api]")
      List<@Size(max = 63) String> values) {}

  /** The comparison of a label's value. */
  public enum Operator {
    In,
    NotIn,
    Exists,
    DoesNotExist
  }
}
