package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A diagnostic that the sidecar asks of the JVM after the recording. */
public enum Diagnostic {
  /** What each thread was doing. */
  @JsonProperty("threadDump")
  THREAD_DUMP("threadDump"),
  /** How many objects of each class the heap holds. */
  @JsonProperty("classHistogram")
  CLASS_HISTOGRAM("classHistogram"),
  /** How full each part of the heap is. */
  @JsonProperty("heapSummary")
  HEAP_SUMMARY("heapSummary"),
  /** The JVM's options that are not at their defaults. */
  @JsonProperty("vmFlags")
  VM_FLAGS("vmFlags");

  private final String word;

  Diagnostic(String word) {
    this.word = word;
  }

  /** The name in YAML and for the sidecar. */
  public String word() {
    return word;
  }
}
