package dev.hotspotter.config;

import dev.hotspotter.retention.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads environment variables and collects their problems. */
record Variables(Map<String, String> env, List<String> problems) {

  Variables(Map<String, String> env) {
    this(env, new ArrayList<>());
  }

  String required(String name) {
    var value = env.getOrDefault(name, "");
    if (value.isBlank()) {
      problems.add(name + " must be set");
    }
    return value;
  }

  String optional(String name, String otherwise) {
    var value = env.getOrDefault(name, "");
    return value.isBlank() ? otherwise : value;
  }

  String oneOf(String name, String otherwise, String... others) {
    var value = optional(name, otherwise);
    if (!value.equals(otherwise) && !List.of(others).contains(value)) {
      problems.add("%s must be %s or %s, not %s"
          .formatted(name, otherwise, String.join(" or ", others), value));
    }
    return value;
  }

  long number(String name, long otherwise, long least, long most) {
    var text = optional(name, Long.toString(otherwise));
    try {
      var value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the problem below
    }
    problems.add(
        "%s must be a whole number from %d to %d, not %s".formatted(name, least, most, text));
    return otherwise;
  }

  boolean flag(String name, boolean otherwise) {
    return Boolean.parseBoolean(
        oneOf(name, Boolean.toString(otherwise), Boolean.toString(!otherwise)));
  }

  /** A quantity as Kubernetes writes it; empty when it is not set. */
  Optional<Long> bytes(String name) {
    return parsed(name, Bytes::parse, "a quantity such as 5Gi");
  }

  /**
   * The parsed value; empty when it is not set. The parameter words describes a valid value in the
   * problem's message.
   */
  <T> Optional<T> parsed(String name, Function<String, T> parser, String words) {
    var text = optional(name, "").strip();
    try {
      return Optional.of(text).filter(value -> !value.isEmpty()).map(parser);
    } catch (IllegalArgumentException e) {
      problems.add("%s must be %s, not %s".formatted(name, words, text));
      return Optional.empty();
    }
  }

  Set<String> words(String name) {
    return Arrays.stream(optional(name, "").split(","))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }

  /** Reads names of packages or classes. */
  Set<String> packages(String name) {
    var packages = words(name);
    packages.stream()
        .filter(p -> !p.matches("[\\w$]+(\\.[\\w$]+)*"))
        .sorted()
        .forEach(
            p -> problems.add("%s must hold packages or classes such as com.example.shared, not %s"
                .formatted(name, p)));
    return packages;
  }

  void problem(String sentence) {
    problems.add(sentence);
  }

  void throwIfAnyProblem() {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }
}
