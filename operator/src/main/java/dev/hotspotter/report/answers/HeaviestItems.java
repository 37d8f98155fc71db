package dev.hotspotter.report.answers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The heaviest items, with items of one name added up, and the rest. It bounds the size of an
 * answer, because a recording may name any number of items.
 */
record HeaviestItems<T>(List<T> kept, List<T> rest) {

  /** Items of equal weight are ordered by name. */
  static <T> HeaviestItems<T> of(
      List<T> things,
      Function<T, String> name,
      BinaryOperator<T> plus,
      ToLongFunction<T> weight,
      int most) {
    var sums = new LinkedHashMap<String, T>();
    things.forEach(thing -> sums.merge(name.apply(thing), thing, plus));
    var sorted = new ArrayList<>(sums.values());
    sorted.sort(Comparator.comparingLong(weight).reversed().thenComparing(name));
    var end = Math.min(most, sorted.size());
    return new HeaviestItems<>(
        List.copyOf(sorted.subList(0, end)), List.copyOf(sorted.subList(end, sorted.size())));
  }

  static <T> List<T> both(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }
}
