package dev.hotspotter.select;

import dev.hotspotter.api.spec.Patterns;
import dev.hotspotter.api.spec.PodSelector;
import dev.hotspotter.api.spec.PodSelector.Operator;
import dev.hotspotter.api.spec.PodSelector.Requirement;
import dev.hotspotter.api.spec.ProfileJobSpec;
import dev.hotspotter.api.spec.Sample;
import dev.hotspotter.api.spec.Target;
import dev.hotspotter.api.spec.WorkloadRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Repeats the CRD's rules for fields that become part of a request or a sum. The API server may
 * have stored the object before the CRD had these rules.
 */
public final class SpecCheck {

  private static final Pattern NAME = Pattern.compile(Patterns.NAME);
  private static final Pattern CONTAINER = Pattern.compile(Patterns.CONTAINER);
  private static final Pattern KEY = Pattern.compile(Patterns.LABEL_KEY);
  private static final Pattern VALUE = Pattern.compile(Patterns.LABEL_VALUE);

  private SpecCheck() {}

  /** The first problem, with an example of a valid value. */
  public static Optional<String> problem(ProfileJobSpec spec) {
    return Stream.of(
            pods(spec.target()),
            containers(spec.target()),
            workload(spec.target().workloadRef()),
            selector(spec.target().selector()),
            numbers(spec))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> pods(Target target) {
    return wrong(target.pods(), NAME)
        .map(
            "spec.target.pods holds %s, which cannot be a pod's name; for example notifier-7d9c-x2x1"
                ::formatted);
  }

  private static Optional<String> containers(Target target) {
    return wrong(target.containers(), CONTAINER)
        .map(
            "spec.target.containers holds %s, which cannot be a container's name; for example app"
                ::formatted);
  }

  private static Optional<String> workload(WorkloadRef ref) {
    if (ref == null) {
      return Optional.empty();
    }
    var fits = matches(ref.name(), Patterns.NAME)
        && matches(ref.kind(), Patterns.KIND)
        && (ref.apiVersion() == null || matches(ref.apiVersion(), Patterns.API_VERSION));
    return fits
        ? Optional.empty()
        : Optional.of("spec.target.workloadRef has an invalid apiVersion, kind or name;"
            + " for example {kind: Deployment, name: notifier}");
  }

  private static Optional<String> selector(PodSelector selector) {
    if (selector == null) {
      return Optional.empty();
    }
    var labels = Optional.ofNullable(selector.matchLabels()).orElse(Map.of());
    var requirements = Optional.ofNullable(selector.matchExpressions()).orElse(List.of());
    var keys = Stream.concat(labels.keySet().stream(), requirements.stream().map(Requirement::key))
        .toList();
    var compared = requirements.stream()
        .map(Requirement::values)
        .flatMap(Stream::ofNullable)
        .flatMap(List::stream);
    var values = Stream.concat(labels.values().stream(), compared).toList();
    return wrong(keys, KEY)
        .map(
            "spec.target.selector has the key %s, which no label can have; for example app"
                ::formatted)
        .or(() -> wrong(values, VALUE)
            .map(
                "spec.target.selector has the value %s, which no label can have; for example web"
                    ::formatted))
        .or(() -> requirements.stream()
            .filter(r -> !isComplete(r))
            .findFirst()
            .map(r ->
                "spec.target.selector asks for %s %s; write values for In and NotIn, and only for these"
                    .formatted(r.key(), r.operator())));
  }

  private static boolean isComplete(Requirement requirement) {
    var needsValues =
        requirement.operator() == Operator.In || requirement.operator() == Operator.NotIn;
    var hasValues = requirement.values() != null && !requirement.values().isEmpty();
    return requirement.operator() != null && needsValues == hasValues;
  }

  private static Optional<String> numbers(ProfileJobSpec spec) {
    var deadline = spec.activeDeadlineSeconds();
    if (deadline != null && (deadline < 1 || deadline > ProfileJobSpec.LONGEST_DEADLINE)) {
      var range = "spec.activeDeadlineSeconds is %d; it can be 1 to %d";
      return Optional.of(range.formatted(deadline, ProfileJobSpec.LONGEST_DEADLINE));
    }
    if (spec.parallelism() < 1) {
      return Optional.of(
          "spec.parallelism is %d; it can be 1 to 100".formatted(spec.parallelism()));
    }
    if (spec.target().sample().size() != null
        && !matches(spec.target().sample().size(), Sample.SIZE)) {
      return Optional.of("spec.target.sample.size must be a number from 1 to 100, or a percentage;"
          + " for example 5 or 20%");
    }
    return matches(spec.target().minAge(), Target.AGE)
            && matches(spec.recording().duration(), Target.AGE)
        ? Optional.empty()
        : Optional.of(
            "spec.target.minAge or spec.recording.duration is no duration; for example 1m30s");
  }

  private static Optional<String> wrong(List<String> values, Pattern pattern) {
    return Stream.ofNullable(values)
        .flatMap(List::stream)
        .map(String::valueOf)
        .filter(value -> !pattern.matcher(value).matches())
        .findFirst()
        .map(
            value -> "\"" + (value.length() <= 100 ? value : value.substring(0, 100) + "…") + "\"");
  }

  private static boolean matches(String value, String pattern) {
    return value != null && value.matches(pattern);
  }
}
