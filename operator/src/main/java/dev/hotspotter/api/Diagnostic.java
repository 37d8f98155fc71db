package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A diagnostic that the sidecar asks of the JVM after the recording. */
public enum Diagnostic {
  /** The stack of each thread. */
  @JsonProperty("threadDump")
  THREAD_DUMP("threadDump"),
  /** The number of objects of each class in the heap. */
  @JsonProperty("classHistogram")
  CLASS_HISTOGRAM("classHistogram"),
  /** The fill level of each part of the heap. */
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
