package dev.hotspotter.api.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
    value = "self.events.filter(e, e.type in ['cpu', 'ctimer', 'itimer'] || e.type in "
        + EventSpec.COUNTERS + ").size() <= 1",
    fieldPath = ".events",
    message =
        "can hold only one of cpu, ctimer, itimer and the counters such as cycles, because the profiler samples by one"
            + " of them at a time; for example [{type: cpu}, {type: alloc}]")
@ValidationRule(
    value = "self.events.all(e, self.events.all(f, !(e.type == 'alloc' && f.type == 'live')"
        + " || !has(e.interval) || !has(f.interval) || e.interval == f.interval))",
    fieldPath = ".events",
    message =
        "must have the same interval for alloc and live, because the profiler samples both alike;"
            + " for example [{type: alloc, interval: 1Mi}, {type: live}]")
@ValidationRule(
    value = "!self.kernelStacks || self.events.exists(e, e.type == 'cpu' || e.type in "
        + EventSpec.COUNTERS + ")",
    fieldPath = ".kernelStacks",
    message = "needs the event cpu or a counter, because only these see the kernel;"
        + " for example {events: [{type: cpu}], kernelStacks: true}")
@ValidationRule(
    value = "!has(self.memoryLimit) || (isQuantity(string(self.memoryLimit))"
        + " && quantity(string(self.memoryLimit)).compareTo(quantity('10Mi')) >= 0"
        + " && quantity(string(self.memoryLimit)).compareTo(quantity('10Gi')) <= 0)",
    fieldPath = ".memoryLimit",
    message = "must be a quantity between 10Mi and 10Gi; for example 32Mi")
public record Recording(
    @Default("\"60s\"")
    @Size(min = 2, max = 16)
    @JsonPropertyDescription("How long to record, 1s to 1h. Example: 1m30s")
    String duration,

    @Default("[{\"type\":\"cpu\"}]")
    @Size(min = 1, max = 9)
    @JsonPropertyDescription(
        "Events to record, each once. At most one of cpu, ctimer, itimer and the counters. The first is the job's"
            + " question: status.hottest answers it. Example: [{type: cpu}, {type: alloc, interval: 1Mi}]")
    List<EventSpec> events,

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

    @SchemaFrom(type = IntOrString.class)
    @JsonPropertyDescription(
        "The target's memory that the profiler may use for stacks, 10Mi to 10Gi. It counts further samples"
            + " without their stacks. It takes 8 MiB at a time and nearly 2 MiB for an index, so less would keep no"
            + " stack. Example: 32Mi")
    String memoryLimit,

    @Size(min = 1, max = 4)
    @JsonPropertyDescription(
        "Diagnostics from the JVM after the recording is stored: ThreadDump, ClassHistogram, HeapSummary, VMFlags."
            + " ClassHistogram stops the JVM while it inspects the whole heap. Example: [ThreadDump, HeapSummary]")
    List<Diagnostic> diagnostics,

    @Default("false")
    @JsonPropertyDescription(
        "True: kernel frames below the JVM's, for the event cpu or a counter. The sidecar needs the capabilities"
            + " PERFMON, SYSLOG, SETUID, SETGID and KILL, which only the Pod Security level privileged allows."
            + " Example: true")
    Boolean kernelStacks) {

  /** The types of the events, in order. */
  public List<Event> types() {
    return events.stream().map(EventSpec::type).toList();
  }

  /** The event that samples CPU time or a counter. */
  public Optional<Event> engine() {
    return types().stream().filter(Event::isEngine).findFirst();
  }

  /** The interval of this event as set; empty for its default. */
  public Optional<String> ownInterval(Event type) {
    return type.samplesWith().stream()
        .flatMap(each -> events.stream().filter(event -> event.type() == each))
        .map(EventSpec::interval)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** The interval of this event, set or default. Only for events that have one. */
  public String interval(Event type) {
    return ownInterval(type).orElseGet(type::defaultInterval);
  }

  /** The methods that the event trace records; none without it. */
  public List<TracedMethod> traced() {
    return events.stream()
        .map(EventSpec::methods)
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .toList();
  }
}
