package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The criterion by which merged graphs keep targets apart. */
public enum MergeBy {
  /** None: the graph shows all targets together. */
  @JsonProperty("none")
  NONE,
  /** Pods. */
  @JsonProperty("pod")
  POD,
  /** The pods' nodes. */
  @JsonProperty("node")
  NODE,
  /** Versions, by the pods' label app.kubernetes.io/version. */
  @JsonProperty("version")
  VERSION,
  /** The values of another label. */
  @JsonProperty("label")
  LABEL;

  /** The name in YAML. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
