package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What merged graphs keep apart. */
public enum MergeBy {
  /** Nothing: the fleet is seen as one. */
  @JsonProperty("none")
  NONE,
  /** Pods. */
  @JsonProperty("pod")
  POD,
  /** The nodes that they run on. */
  @JsonProperty("node")
  NODE,
  /** Versions, by the pods' label app.kubernetes.io/version. */
  @JsonProperty("version")
  VERSION,
  /** The values of another label of the pods. */
  @JsonProperty("label")
  LABEL;

  /** The name in YAML. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
