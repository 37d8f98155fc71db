package dev.hotspotter.report.answers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The heaviest of many things, those with the same name added up, and the rest: a recording may name endless things, an answer may not. */
record HeaviestItems<T>(List<T> kept, List<T> rest) {

  /** Of things that weigh the same, those whose names come first. */
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
    var all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
