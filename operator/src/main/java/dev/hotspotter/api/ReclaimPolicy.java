package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of a job's artifacts when the job is deleted, in the words of a PersistentVolume. */
public enum ReclaimPolicy {
  /** They stay until their retention is over. */
  @JsonProperty("Retain")
  RETAIN,
  /** They go with the job. */
  @JsonProperty("Delete")
  DELETE
}
