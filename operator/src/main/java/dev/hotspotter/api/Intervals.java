package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The interval between two samples of each event, in the event's own unit. */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
    value = "!has(self.wall) || (self.wall.matches('^[0-9]{1,9}(us|ms|s)$')"
        + " && duration(self.wall) >= duration('1ms') && duration(self.wall) <= duration('10s'))",
    fieldPath = ".wall",
    message = "must be between 1ms and 10s; for example 50ms")
@ValidationRule(
    value = "!has(self.lock) || (self.lock.matches('^[0-9]{1,9}(us|ms|s|m)$')"
        + " && duration(self.lock) >= duration('1us') && duration(self.lock) <= duration('1m'))",
    fieldPath = ".lock",
    message = "must be between 1us and 1m; for example 1ms")
@ValidationRule(
    value =
        "!has(self.nativelock) || (self.nativelock.matches('^[0-9]{1,9}(us|ms|s|m)$')"
            + " && duration(self.nativelock) >= duration('1us') && duration(self.nativelock) <= duration('1m'))",
    fieldPath = ".nativelock",
    message = "must be between 1us and 1m; for example 1ms")
@ValidationRule(
    value = "!has(self.alloc) || self.alloc.matches('^[1-9][0-9]{0,3}[KM]i$')",
    fieldPath = ".alloc",
    message = "must be between 1Ki and 9999Mi; for example 512Ki")
@ValidationRule(
    value = "!has(self.nativemem) || self.nativemem.matches('^[1-9][0-9]{0,3}[KM]i$')",
    fieldPath = ".nativemem",
    message = "must be between 1Ki and 9999Mi; for example 1Mi")
public record Intervals(
    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "Time between two samples of wall, 1ms to 10s; by default interval. Example: 50ms")
    String wall,

    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "Heap bytes allocated between two samples of alloc or live; by default 512Ki. Example: 1Mi")
    String alloc,

    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "Time waited for monitors and locks between two samples of lock, 1us to 1m; by default 10us. Example: 1ms")
    String lock,

    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "Time waited for native locks between two samples of nativelock, 1us to 1m; by default 10us. Example: 1ms")
    String nativelock,

    @Size(min = 2, max = 16)
    @JsonPropertyDescription(
        "Native bytes allocated between two samples of nativemem; by default 512Ki. Example: 1Mi")
    String nativemem,

    @Min(1000)
    @Max(1_000_000_000_000L)
    @JsonPropertyDescription(
        "Counts between two samples of a counter, such as cycles or cache-misses; by default a million, but one for"
            + " page-faults and context-switches. Example: 100000")
    Long counter) {}
