package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What async-profiler samples; the names are its own. */
public enum Event {
  /** CPU time by perf events, or by ctimer where these are not allowed. */
  @JsonProperty("cpu")
  CPU,
  /** CPU time by per-thread timers. */
  @JsonProperty("ctimer")
  CTIMER,
  /** CPU time by a process-wide timer. */
  @JsonProperty("itimer")
  ITIMER,
  /** Elapsed time of all threads, waiting included. */
  @JsonProperty("wall")
  WALL,
  /** Heap allocation. */
  @JsonProperty("alloc")
  ALLOC,
  /** Waiting for monitors and locks. */
  @JsonProperty("lock")
  LOCK;

  /** The event's name in async-profiler, in YAML and in object keys. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True for the three events that measure CPU time. */
  public boolean measuresCpuTime() {
    return this == CPU || this == CTIMER || this == ITIMER;
  }
}
