package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The amount that the JVM's own recorder (JFR) records. */
public enum JfrProfile {
  /** Waiting and I/O from 20 ms, garbage collections, threads, safepoints. */
  @JsonProperty("default")
  DEFAULT,
  /** The same from 10 ms, and compilations. */
  @JsonProperty("profile")
  PROFILE;

  /** The name in YAML and for the sidecar. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
