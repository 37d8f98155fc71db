package dev.hotspotter.select;

import dev.hotspotter.api.spec.PodSelector;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Label selectors in the syntax of kubectl's option -l
 * (kubernetes.io/docs/concepts/overview/working-with-objects/labels). The client's own filters keep
 * one requirement per label, so they could select more pods.
 */
final class Labels {

  private Labels() {}

  static String text(PodSelector selector) {
    return text(
        selector.matchLabels(),
        Stream.ofNullable(selector.matchExpressions())
            .flatMap(List::stream)
            .map(e -> requirement(e.key(), e.operator().name(), e.values())));
  }

  static String text(LabelSelector selector) {
    return text(
        selector.getMatchLabels(),
        Stream.ofNullable(selector.getMatchExpressions())
            .flatMap(List::stream)
            .map((LabelSelectorRequirement e) ->
                requirement(e.getKey(), e.getOperator(), e.getValues())));
  }

  private static String text(Map<String, String> labels, Stream<String> requirements) {
    var sorted = new TreeMap<>(Optional.ofNullable(labels).orElse(Map.of()));
    var equal = sorted.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue());
    return Stream.concat(equal, requirements).collect(Collectors.joining(","));
  }

  private static String requirement(String key, String operator, List<String> values) {
    return switch (operator) {
      case "Exists" -> key;
      case "DoesNotExist" -> "!" + key;
      case "NotIn" -> "%s notin (%s)".formatted(key, String.join(",", values));
      default -> "%s in (%s)".formatted(key, String.join(",", values));
    };
  }
}
