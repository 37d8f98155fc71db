package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The amount that the JVM's own recorder (JFR) records. */
public enum JfrProfile {
  /** Waiting and I/O from 20 ms, garbage collections, threads, safepoints. */
  @JsonProperty("default")
  DEFAULT("default"),
  /** The same from 10 ms, and compilations. */
  @JsonProperty("profile")
  PROFILE("profile");

  private final String word;

  JfrProfile(String word) {
    this.word = word;
  }

  /** The name in YAML and for the sidecar. */
  public String word() {
    return word;
  }
}
