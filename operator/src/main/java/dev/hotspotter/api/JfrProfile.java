package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Settings of the JVM's own recorder that come with every JDK. */
public enum JfrProfile {
  /** What a server can bear all the time. */
  @JsonProperty("default")
  DEFAULT,
  /** More, for a short time. */
  @JsonProperty("profile")
  PROFILE
}
