package dev.hotspotter.web;

import io.javalin.http.BadRequestResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The parameters of a query or a form. A blank value counts as none. The answer to a wrong one is 400 and a sentence.
 */
public record RequestParameters(Map<String, List<String>> sent) {

  private static final int MOST_VALUES = 100;
  private static final int LONGEST_VALUE = 2_000;

  /** The values of a repeatable parameter. */
  public List<String> all(String name) {
    return all(name, MOST_VALUES);
  }

  private List<String> all(String name, int most) {
    var given = sent.getOrDefault(name, List.of());
    var values =
        given.stream().map(String::strip).filter(value -> !value.isEmpty()).toList();
    if (values.size() > most) {
      throw new BadRequestResponse("%s can be given %d times at most".formatted(name, most));
    }
    if (values.stream().anyMatch(value -> value.length() > LONGEST_VALUE)) {
      throw new BadRequestResponse("%s is too long".formatted(name));
    }
    return values;
  }

  /** The same values, at most this many, each of this shape. */
  public List<String> all(String name, int most, Pattern shape, String words) {
    var values = all(name, most);
    if (!values.stream().allMatch(shape.asMatchPredicate())) {
      throw mustBe(name, words);
    }
    return values;
  }

  /** The value of a parameter without repetition; the same value twice is harmless. */
  public Optional<String> one(String name) {
    var values = all(name).stream().distinct().toList();
    if (values.size() > 1) {
      throw new BadRequestResponse("%s can be given only once".formatted(name));
    }
    return values.stream().findFirst();
  }

  /** The same value, of this shape. */
  public Optional<String> one(String name, Pattern shape, String words) {
    var value = one(name);
    if (value.isPresent() && !shape.matcher(value.get()).matches()) {
      throw mustBe(name, words);
    }
    return value;
  }

  /** Empty when no namespace is given. */
  public String namespace() {
    return one("namespace", NamePatterns.NAMESPACE, "a namespace's name").orElse("");
  }

  /** The constant with this word. */
  public static <E> E constant(
      String name, String word, E[] constants, Function<E, String> wordOf, String words) {
    return Arrays.stream(constants)
        .filter(constant -> wordOf.apply(constant).equals(word))
        .findFirst()
        .orElseThrow(() -> mustBe(name, words));
  }

  /** The answer with the right syntax. */
  public static BadRequestResponse mustBe(String name, String words) {
    return new BadRequestResponse("%s must be %s".formatted(name, words));
  }
}
