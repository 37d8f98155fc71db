package dev.hotspotter.retention;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The limits of one namespace: the installation's, or those in the namespace's annotations. */
record NamespaceLimits(Optional<Duration> maxAge, Optional<Long> maxBytes, Optional<Long> quota) {

  static final String MAX_AGE = "hotspotter.dev/retention-max-age";
  static final String MAX_BYTES = "hotspotter.dev/retention-max-bytes";
  static final String QUOTA = "hotspotter.dev/recordings-quota";

  /** The age limit of artifacts in a deleted namespace, where nobody can see them. */
  static NamespaceLimits ofGoneNamespace(RetentionSettings settings) {
    return new NamespaceLimits(settings.maxAge(), Optional.empty(), Optional.empty());
  }

  /** An unreadable annotation deletes nothing, and lets nobody record more. */
  static NamespaceLimits of(
      RetentionSettings settings, Map<String, String> annotations, Consumer<String> problem) {
    return new NamespaceLimits(
        read(
            annotations,
            MAX_AGE,
            NamespaceLimits::age,
            settings.maxAge(),
            Optional.empty(),
            "a time such as 7d, or never",
            problem),
        read(
            annotations,
            MAX_BYTES,
            NamespaceLimits::bytes,
            settings.maxBytes(),
            Optional.empty(),
            "a quantity such as 5Gi, or none",
            problem),
        read(
            annotations,
            QUOTA,
            NamespaceLimits::bytes,
            settings.quota(),
            settings.quota(),
            "a quantity such as 5Gi, or none",
            problem));
  }

  private static <T> Optional<T> read(
      Map<String, String> annotations,
      String key,
      Function<String, Optional<T>> parse,
      Optional<T> otherwise,
      Optional<T> unreadable,
      String shape,
      Consumer<String> problem) {
    var text = annotations.get(key);
    if (text == null) {
      return otherwise;
    }
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      problem.accept("its annotation %s must be %s, not %s".formatted(key, shape, text));
      return unreadable;
    }
  }

  private static Optional<Duration> age(String text) {
    return text.equals("never") ? Optional.empty() : Optional.of(Ages.parse(text));
  }

  private static Optional<Long> bytes(String text) {
    return text.equals("none") ? Optional.empty() : Optional.of(Bytes.parse(text));
  }
}
