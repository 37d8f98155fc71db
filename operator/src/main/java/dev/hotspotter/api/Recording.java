package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The options of a recording. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "self.duration.matches('" + Target.AGE + "')"
            + " && duration(self.duration) >= duration('1s') && duration(self.duration) <= duration('1h')",
    fieldPath = ".duration",
    message = "must be between 1s and 1h, in hours, minutes and seconds; for example 60s or 1m30s")
@ValidationRule(
    value =
        "self.interval.matches('^[0-9]{1,9}(us|ms|s)$')"
            + " && duration(self.interval) >= duration('1ms') && duration(self.interval) <= duration('10s')",
    fieldPath = ".interval",
    message = "must be between 1ms and 10s; for example 10ms")
@ValidationRule(
    value = "self.events.all(e, self.events.exists_one(f, f == e))",
    fieldPath = ".events",
    message = "must name each event once; for example [cpu, alloc]")
@ValidationRule(
    value = "self.events.filter(e, " + Recording.IS_ENGINE + ").size() <= 1",
    fieldPath = ".events",
    message =
        "can hold only one of cpu, ctimer, itimer and the counters such as cycles, because the profiler samples by one"
            + " of them at a time; for example [cpu, alloc]")
@ValidationRule(
    value = "!self.kernelStacks" + " || self.events.exists(e, e == 'cpu' || (" + Recording.IS_ENGINE
        + " && !(e in ['ctimer', 'itimer'])))",
    fieldPath = ".kernelStacks",
    message = "needs the event cpu or a counter, because only these see the kernel;"
        + " for example {events: [cpu], kernelStacks: true}")
@ValidationRule(
    value = "('trace' in self.events) == has(self.trace)",
    fieldPath = ".trace",
    message =
        "trace requires the event trace in events, and the event requires trace;"
            + " for example {events: [trace], trace: [{method: com.example.Dao.find, threshold: 10ms}]}")
@ValidationRule(
    value = "!has(self.trace) || self.trace.all(t, self.trace.exists_one(u, u.method == t.method))",
    fieldPath = ".trace",
    message =
        "must name each method once; for example [{method: com.example.Dao.find, threshold: 10ms}]")
@ValidationRule(
    value = "!has(self.trace) || self.trace.map(t, size(bytes(t.method))).sum() <= 512",
    fieldPath = ".trace",
    message =
        "must have at most 512 bytes of methods together, because a JVM limits the length of commands;"
            + " for example [{method: com.example.Dao.find, threshold: 10ms}]")
@ValidationRule(
    value = "!has(self.intervals) || ((!has(self.intervals.wall) || 'wall' in self.events)"
        + " && (!has(self.intervals.alloc) || 'alloc' in self.events || 'live' in self.events)"
        + " && (!has(self.intervals.lock) || 'lock' in self.events)"
        + " && (!has(self.intervals.nativelock) || 'nativelock' in self.events)"
        + " && (!has(self.intervals.nativemem) || 'nativemem' in self.events)"
        + " && (!has(self.intervals.counter) || self.events.exists(e, " + Recording.IS_COUNTER
        + ")))",
    fieldPath = ".intervals",
    message =
        "has one for an event that is not in events; for example {events: [alloc], intervals: {alloc: 1Mi}}")
@ValidationRule(
    value =
        "!has(self.diagnostics) || self.diagnostics.all(d, self.diagnostics.exists_one(e, e == d))",
    fieldPath = ".diagnostics",
    message = "must name each once; for example [threadDump, heapSummary]")
@ValidationRule(
    value = "!has(self.memoryLimit) || self.memoryLimit.matches('^[1-9][0-9]{1,3}Mi$')",
    fieldPath = ".memoryLimit",
    message = "must be between 10Mi and 9999Mi; for example 32Mi")
public record Recording(
    @Default("\"60s\"")
    @Size(min = 2, max = 16)
    @JsonPropertyDescription("How long to record, 1s to 1h. Example: 1m30s")
    String duration,

    @Default("[\"cpu\"]")
    @Size(min = 1, max = 9)
    @JsonPropertyDescription(
        "Events to record, mostly with async-profiler's names. At most one of cpu, ctimer, itimer (CPU time; cpu"
            + " falls back to ctimer where the node forbids perf events), cycles, instructions, cache-references,"
            + " cache-misses, branch-instructions, branch-misses, page-faults, context-switches (counters, where"
            + " the node has and allows them). Any of wall (elapsed time with waiting), alloc (heap allocation),"
            + " live (allocations still alive at the end), lock (waiting for monitors and locks), nativelock"
            + " (waiting for native mutexes), nativemem (malloc), trace (slow calls of the methods in trace),"
            + " exceptions (each one created). Example: [cpu, alloc]")
    List<Event> events,

    @Default("\"10ms\"")
    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "Time between two samples of cpu, ctimer, itimer or wall, 1ms to 10s. A shorter one costs the target more."
            + " Example: 10ms")
    String interval,

    @JsonPropertyDescription(
        "Intervals of the other events. Example: {wall: 50ms, alloc: 1Mi, lock: 1ms}")
    Intervals intervals,

    @Size(min = 1, max = 16)
    @JsonPropertyDescription(
        "Methods whose slow calls the event trace records, at most 16 with 512 bytes together. The recording"
            + " instruments their classes while it lasts. Example: [{method: com.example.Dao.find, threshold:"
            + " 10ms}]")
    List<TracedMethod> trace,

    @JsonPropertyDescription(
        "True: flame graphs keep threads apart, each under a frame with its name. Example: true")
    Boolean threads,

    @Min(1)
    @Max(2048)
    @JsonPropertyDescription(
        "Frames kept of each stack from the innermost, 1 to 2048; by default 2048. Example: 256")
    Integer stackDepth,

    @JsonPropertyDescription(
        "Makes the JVM's own recorder (JFR) write its events into the same file. default: garbage collections,"
            + " threads, safepoints, and waiting and I/O from 20 ms. profile: the same from 10 ms, and compilations."
            + " Example: profile")
    JfrProfile jfrSync,

    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "The target's memory that the profiler may use for stacks, 10Mi to 9999Mi. It counts further samples"
            + " without their stacks. It takes 8 MiB at a time and nearly 2 MiB for an index, so less would keep no"
            + " stack. Example: 32Mi")
    String memoryLimit,

    @Size(min = 1, max = 4)
    @JsonPropertyDescription(
        "Diagnostics from the JVM after the recording is stored: threadDump, classHistogram, heapSummary, vmFlags."
            + " classHistogram stops the JVM while it inspects the whole heap. Example: [threadDump, heapSummary]")
    List<Diagnostic> diagnostics,

    @Default("false")
    @JsonPropertyDescription(
        "True: kernel frames below the JVM's, for the event cpu or a counter. The sidecar needs the capabilities"
            + " PERFMON, SYSLOG, SETUID, SETGID and KILL, which only the Pod Security level privileged allows."
            + " Example: true")
    Boolean kernelStacks) {

  static final String IS_COUNTER =
      "e in ['cycles', 'instructions', 'cache-references', 'cache-misses', 'branch-instructions', 'branch-misses',"
          + " 'page-faults', 'context-switches']";
  static final String IS_ENGINE = "(e in ['cpu', 'ctimer', 'itimer'] || " + IS_COUNTER + ")";
}
