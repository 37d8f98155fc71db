package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A diagnostic that the sidecar asks of the JVM after the recording. Jobs of earlier versions have
 * the aliases.
 */
public enum Diagnostic {
  /** The stack of each thread. */
  @JsonProperty("ThreadDump")
  @JsonAlias("threadDump")
  THREAD_DUMP("threadDump"),
  /** The number of objects of each class in the heap. */
  @JsonProperty("ClassHistogram")
  @JsonAlias("classHistogram")
  CLASS_HISTOGRAM("classHistogram"),
  /** The fill level of each part of the heap. */
  @JsonProperty("HeapSummary")
  @JsonAlias("heapSummary")
  HEAP_SUMMARY("heapSummary"),
  /** The JVM's options that are not at their defaults. */
  @JsonProperty("VMFlags")
  @JsonAlias("vmFlags")
  VM_FLAGS("vmFlags");

  private final String word;

  Diagnostic(String word) {
    this.word = word;
  }

  /** The word for the sidecar, in its files and in the form. */
  public String word() {
    return word;
  }
}
