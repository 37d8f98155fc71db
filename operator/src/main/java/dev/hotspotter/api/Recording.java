package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What to record in each JVM, and for how long. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value =
        "self.duration.matches('^([0-9]+h)?([0-9]+m)?([0-9]+s)?$')"
            + " && duration(self.duration) >= duration('1s') && duration(self.duration) <= duration('1h')",
    fieldPath = ".duration",
    message = "must be between 1s and 1h, in hours, minutes and seconds; for example 60s or 1m30s")
@ValidationRule(
    value =
        "self.interval.matches('^[0-9]+(us|ms|s)$')"
            + " && duration(self.interval) >= duration('1ms') && duration(self.interval) <= duration('10s')",
    fieldPath = ".interval",
    message = "must be between 1ms and 10s; for example 10ms")
@ValidationRule(
    value = "self.events.all(e, self.events.exists_one(f, f == e))",
    fieldPath = ".events",
    message = "must name each event once; for example [cpu, alloc]")
@ValidationRule(
    value = "self.events.filter(e, e in ['cpu', 'ctimer', 'itimer']).size() <= 1",
    fieldPath = ".events",
    message = "can hold only one of cpu, ctimer and itimer, because they all measure CPU time; for example [cpu, alloc]")
@ValidationRule(
    value = "!self.kernelStacks || 'cpu' in self.events",
    fieldPath = ".kernelStacks",
    message = "needs the event cpu, which is the one that can see the kernel; for example {events: [cpu], kernelStacks: true}")
public record Recording(
    @Default("\"60s\"") @Size(min = 2, max = 16)
        @JsonPropertyDescription("How long to record, 1s to 1h. Example: 1m30s")
        String duration,
    @Default("[\"cpu\"]") @Size(min = 1, max = 4)
        @JsonPropertyDescription(
            "What to sample, in the words of async-profiler: one of cpu, ctimer, itimer (CPU time; cpu falls back to ctimer"
                + " where the node does not allow perf events), wall (elapsed time, waiting included), alloc (heap allocation),"
                + " lock (waiting for monitors and locks). Example: [cpu, alloc]")
        List<Event> events,
    @Default("\"10ms\"") @Size(min = 2, max = 16)
        @JsonPropertyDescription(
            "Time between two samples of cpu, ctimer, itimer or wall, 1ms to 10s; a shorter one costs the target more. Example: 10ms")
        String interval,
    @Default("false")
        @JsonPropertyDescription(
            "Kernel frames below those of the JVM, for the event cpu. The sidecar then needs the capabilities PERFMON, SYSLOG,"
                + " SETUID, SETGID and KILL, which Pod Security allows only at the level privileged. Example: true")
        Boolean kernelStacks) {}
