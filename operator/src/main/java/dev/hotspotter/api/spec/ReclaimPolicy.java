package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The fate of a job's files after its deletion, in the terms of a PersistentVolume. */
public enum ReclaimPolicy {
  /** Keep the files until their retention ends. */
  @JsonProperty("Retain")
  RETAIN,
  /** Delete the files with the job. */
  @JsonProperty("Delete")
  DELETE
}
