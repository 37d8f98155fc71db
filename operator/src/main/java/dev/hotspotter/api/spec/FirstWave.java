package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The targets that a job starts first. */
public enum FirstWave {
  /** One target of each image that no earlier job has recorded without harm. */
  @JsonProperty("OnePerImage")
  ONE_PER_IMAGE,
  /** As many as parallelism allows. */
  @JsonProperty("All")
  ALL
}
