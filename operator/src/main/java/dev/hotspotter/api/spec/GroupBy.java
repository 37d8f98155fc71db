package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The criterion by which merged graphs keep targets apart. */
public enum GroupBy {
  /** None: the graph shows all targets together. */
  @JsonProperty("None")
  NONE,
  /** Pods. */
  @JsonProperty("Pod")
  POD,
  /** The pods' nodes. */
  @JsonProperty("Node")
  NODE,
  /** Versions, by the pods' label app.kubernetes.io/version. */
  @JsonProperty("Version")
  VERSION,
  /** The values of another label. */
  @JsonProperty("Label")
  LABEL;

  /** The word in titles. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
