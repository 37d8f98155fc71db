package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Arrays;
import java.util.List;

/** An event to record, with its options. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "!has(self.interval) || !(self.type in ['cpu', 'ctimer', 'itimer', 'wall'])"
            + " || (self.interval.matches('^[0-9]{1,9}(us|ms|s)$')"
            + " && duration(self.interval) >= duration('1ms') && duration(self.interval) <= duration('10s'))",
    fieldPath = ".interval",
    message =
        "must be between 1ms and 10s for cpu, ctimer, itimer and wall; for example {type: cpu, interval: 10ms}")
@ValidationRule(
    value =
        "!has(self.interval) || !(self.type in ['lock', 'nativelock'])"
            + " || (self.interval.matches('^[0-9]{1,9}(us|ms|s|m)$')"
            + " && duration(self.interval) >= duration('1us') && duration(self.interval) <= duration('1m'))",
    fieldPath = ".interval",
    message =
        "must be between 1us and 1m for lock and nativelock; for example {type: lock, interval: 1ms}")
@ValidationRule(
    value = "!has(self.interval) || !(self.type in ['alloc', 'live', 'nativemem'])"
        + " || self.interval.matches('^[1-9][0-9]{0,3}[KM]i$')",
    fieldPath = ".interval",
    message =
        "must be between 1Ki and 9999Mi for alloc, live and nativemem; for example {type: alloc, interval: 1Mi}")
@ValidationRule(
    value = "!has(self.interval) || !(self.type in " + EventSpec.COUNTERS
        + ") || self.interval.matches('^[1-9][0-9]{0,3}[kM]$|^[1-9][0-9]{0,2}G$')",
    fieldPath = ".interval",
    message = "must be between 1k and 999G for a counter; for example {type: cycles, interval: 1M}")
@ValidationRule(
    value = "!has(self.interval) || !(self.type in ['trace', 'exceptions'])",
    fieldPath = ".interval",
    message = "cannot be set for trace and exceptions, which record each call and each exception;"
        + " for example {type: exceptions}")
@ValidationRule(
    value = "(self.type == 'trace') == has(self.methods)",
    fieldPath = ".methods",
    message = "must be set for trace, and only for it;"
        + " for example {type: trace, methods: [{name: com.example.Dao.find, threshold: 10ms}]}")
@ValidationRule(
    value = "!has(self.methods) || self.methods.map(m, size(bytes(m.name))).sum() <= 512",
    fieldPath = ".methods",
    message =
        "must have at most 512 bytes of names together, because a JVM limits the length of commands;"
            + " for example [{name: com.example.Dao.find, threshold: 10ms}]")
public record EventSpec(
    @Required
    @JsonPropertyDescription(
        "The event, mostly with async-profiler's name. cpu, ctimer, itimer: CPU time; cpu falls back to ctimer"
            + " where the node forbids perf events. cycles, instructions, cache-references, cache-misses,"
            + " branch-instructions, branch-misses, page-faults, context-switches: counters, where the node has and"
            + " allows them. wall: elapsed time with waiting. alloc: heap allocation. live: allocations still alive"
            + " at the end. lock: waiting for monitors and locks. nativelock: waiting for native mutexes. nativemem:"
            + " malloc. trace: slow calls of methods. exceptions: each one created. Example: alloc")
    Event type,

    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "The interval between two samples; a shorter one costs the target more. cpu, ctimer, itimer, wall: time,"
            + " 1ms to 10s, by default 10ms. lock, nativelock: time waited, 1us to 1m, by default 10us. alloc, live,"
            + " nativemem: bytes, by default 512Ki; alloc and live share theirs. Counters: counts, 1k to 999G, by"
            + " default 1M, but each one of page-faults and context-switches. Example: 1Mi")
    String interval,

    @Size(min = 1, max = 16)
    @JsonPropertyDescription(
        "The methods whose slow calls trace records, at most 16 with 512 bytes of names together. The recording"
            + " instruments their classes while it lasts. Example: [{name: com.example.Dao.find, threshold: 10ms}]")
    List<TracedMethod> methods) {

  /** The counters, in CEL. */
  static final String COUNTERS =
      "['cycles', 'instructions', 'cache-references', 'cache-misses', 'branch-instructions',"
          + " 'branch-misses', 'page-faults', 'context-switches']";

  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public EventSpec {}

  /** Reports and finished jobs of earlier versions have only the events' names. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static EventSpec of(String word) {
    return of(Arrays.stream(Event.values())
        .filter(type -> type.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no event " + word)));
  }

  /** The event with its defaults. */
  public static EventSpec of(Event type) {
    return new EventSpec(type, null, null);
  }

  /** The event for people, with its interval if it has one: alloc every 1Mi. */
  public String words() {
    return interval == null ? type.word() : type.word() + " every " + interval;
  }
}
