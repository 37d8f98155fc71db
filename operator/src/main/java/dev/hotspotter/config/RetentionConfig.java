package dev.hotspotter.config;

import dev.hotspotter.retention.Ages;
import dev.hotspotter.retention.RetentionSettings;

/** Reads the retention of the object store. */
final class RetentionConfig {

  private RetentionConfig() {}

  static RetentionSettings read(Variables variables) {
    return new RetentionSettings(
        variables.parsed(
            "HOTSPOTTER_RETENTION_MAX_AGE", Ages::parse, "minutes, hours or days such as 30d"),
        variables.bytes("HOTSPOTTER_RETENTION_MAX_BYTES"),
        variables.bytes("HOTSPOTTER_RETENTION_QUOTA"),
        variables.bytes("HOTSPOTTER_STORE_CAPACITY"));
  }
}
