package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;

/** An event of async-profiler, by its own name; exceptions is the only other name. */
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
  /** Heap allocation of objects still alive at the end. */
  @JsonProperty("live")
  LIVE,
  /** Waiting for monitors and locks. */
  @JsonProperty("lock")
  LOCK,
  /** Waiting for mutexes and locks of native code. */
  @JsonProperty("nativelock")
  NATIVELOCK,
  /** Native allocation by malloc and its like. */
  @JsonProperty("nativemem")
  NATIVEMEM,
  /** Slow calls of chosen methods. */
  @JsonProperty("trace")
  TRACE,
  /** Exceptions and errors with the stacks that create them. */
  @JsonProperty("exceptions")
  EXCEPTIONS,
  /** CPU cycles. */
  @JsonProperty("cycles")
  CYCLES,
  /** Retired instructions. */
  @JsonProperty("instructions")
  INSTRUCTIONS,
  /** Accesses to the last level of the cache. */
  @JsonProperty("cache-references")
  CACHE_REFERENCES,
  /** Accesses that the last level of the cache cannot serve. */
  @JsonProperty("cache-misses")
  CACHE_MISSES,
  /** Branches. */
  @JsonProperty("branch-instructions")
  BRANCH_INSTRUCTIONS,
  /** Branches that were predicted wrong. */
  @JsonProperty("branch-misses")
  BRANCH_MISSES,
  /** Page faults. */
  @JsonProperty("page-faults")
  PAGE_FAULTS,
  /** Switches from one thread to another. */
  @JsonProperty("context-switches")
  CONTEXT_SWITCHES;

  /** The event's name in YAML and in object keys. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** True for counters of the hardware or the kernel. */
  public boolean isCounter() {
    return compareTo(CYCLES) >= 0;
  }

  /** True for events that sample CPU time or a counter. A recording can have only one of them. */
  public boolean isEngine() {
    return compareTo(ITIMER) <= 0 || isCounter();
  }

  /** The events that share one interval with this one, itself first. */
  List<Event> samplesWith() {
    return switch (this) {
      case ALLOC, LIVE -> List.of(this, this == ALLOC ? LIVE : ALLOC);
      default -> List.of(this);
    };
  }

  /** The profiler's interval if a job sets none; 1 for events that are all recorded. */
  String defaultInterval() {
    return switch (this) {
      case CPU, CTIMER, ITIMER, WALL -> "10ms";
      case LOCK, NATIVELOCK -> "10us";
      case ALLOC, LIVE, NATIVEMEM -> "512Ki";
      case TRACE, EXCEPTIONS, PAGE_FAULTS, CONTEXT_SWITCHES -> "1";
      default -> "1M";
    };
  }
}
