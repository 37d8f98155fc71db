package dev.hotspotter.config;

import dev.hotspotter.retention.Ages;
import dev.hotspotter.retention.Bytes;
import dev.hotspotter.retention.RetentionSettings;
import java.time.Duration;
import java.util.Optional;

/** Reads how much is kept in the object store. */
final class RetentionConfig {

  private RetentionConfig() {}

  static RetentionSettings read(Variables variables) {
    return new RetentionSettings(
        age(variables, "HOTSPOTTER_RETENTION_MAX_AGE"),
        bytes(variables, "HOTSPOTTER_RETENTION_MAX_BYTES"),
        bytes(variables, "HOTSPOTTER_RETENTION_QUOTA"),
        bytes(variables, "HOTSPOTTER_STORE_CAPACITY"));
  }

  private static Optional<Duration> age(Variables variables, String name) {
    var text = variables.optional(name, "").strip();
    try {
      return Optional.of(text).filter(age -> !age.isEmpty()).map(Ages::parse);
    } catch (IllegalArgumentException e) {
      variables.problem("%s must be minutes, hours or days such as 30d, not %s".formatted(name, text));
      return Optional.empty();
    }
  }

  private static Optional<Long> bytes(Variables variables, String name) {
    var text = variables.optional(name, "").strip();
    try {
      return Optional.of(text).filter(size -> !size.isEmpty()).map(Bytes::parse);
    } catch (IllegalArgumentException e) {
      variables.problem("%s must be a quantity such as 5Gi, not %s".formatted(name, text));
      return Optional.empty();
    }
  }
}
