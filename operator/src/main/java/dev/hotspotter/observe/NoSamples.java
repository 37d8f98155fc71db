package dev.hotspotter.observe;

import static dev.hotspotter.api.Event.ALLOC;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.Intervals;
import dev.hotspotter.api.IntervalsBuilder;
import dev.hotspotter.api.Recording;
import dev.hotspotter.api.TracedMethod;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which events of a recording have no samples, what the likely cause of each is, and whether the recording is a success all the same. */
public final class NoSamples {

  /** async-profiler's own, which the sidecar leaves as they are. */
  private static final String DEFAULT_BYTES = "512Ki";

  private static final String DEFAULT_WAIT = "10us";

  private final Recording recording;
  private final Intervals intervals;

  private NoSamples(Recording recording) {
    this.recording = recording;
    this.intervals = Objects.requireNonNullElseGet(
        recording.intervals(), () -> IntervalsBuilder.builder().build());
  }

  /** The first event is the job's question: without an answer to it, a recording has failed, whatever else it holds. */
  public static boolean isFailure(Recording recording, RenderOutcome.Rendered done) {
    return done.samples(recording.events().getFirst()) == 0;
  }

  /** A sentence about the events that have none; empty if each has some. */
  static Optional<String> sentence(Recording recording, RenderOutcome.Rendered done) {
    var why = new NoSamples(recording);
    var empty =
        recording.events().stream().filter(event -> done.samples(event) == 0).toList();
    var causes = empty.stream()
        .map(event -> "no samples of %s: %s".formatted(event.word(), why.cause(event)))
        .collect(Collectors.joining("; "));
    var others = recording.events().stream()
        .filter(event -> !empty.contains(event))
        .map(Event::word)
        .collect(Collectors.joining(", "));
    return empty.isEmpty()
        ? Optional.empty()
        : Optional.of(others.isEmpty() ? causes : causes + "; there are samples of " + others);
  }

  private String cause(Event event) {
    return switch (event) {
      case CPU, CTIMER, ITIMER -> idle(event);
      case WALL ->
        "no thread lived for an interval of %s; shorten the interval, or record for longer"
            .formatted(or(intervals.wall(), recording.interval()));
      case ALLOC ->
        "less than %s was allocated; record under load, or lower intervals.alloc"
            .formatted(bytes(intervals.alloc()));
      case LIVE -> live();
      case LOCK ->
        "no thread waited %s or longer for a monitor or lock, so that there is no contention to find; lower intervals.lock to see shorter waits"
            .formatted(or(intervals.lock(), DEFAULT_WAIT));
      case NATIVELOCK ->
        "no native code waited %s or longer for a lock; lower intervals.nativelock to see shorter waits"
            .formatted(or(intervals.nativelock(), DEFAULT_WAIT));
      case NATIVEMEM ->
        "less than %s of native memory was allocated; record under load, or lower intervals.nativemem"
            .formatted(bytes(intervals.nativemem()));
      case TRACE ->
        "no call of %s took so long, or there is no such class or method; check the name, or lower the threshold"
            .formatted(recording.trace().stream()
                .map(NoSamples::traced)
                .collect(Collectors.joining(" or ")));
      case EXCEPTIONS ->
        "no exception with a stack trace was made; those that HotSpot throws again and again in compiled code have none";
      case PAGE_FAULTS, CONTEXT_SWITCHES ->
        "there were fewer than %d; record under load, or lower intervals.counter"
            .formatted(Objects.requireNonNullElse(intervals.counter(), 1L));
      default ->
        "the node counted fewer than %d, as most virtual machines do, which have no such counter; choose cpu, or lower intervals.counter"
            .formatted(Objects.requireNonNullElse(intervals.counter(), 1_000_000L));
    };
  }

  /** Without kernel stacks cpu is what ctimer is, unless the node allows everyone perf events. */
  private String idle(Event event) {
    var idle =
        "the JVM was idle, no thread used %s of CPU time; record under load, for longer, or with the event wall"
            .formatted(recording.interval());
    if (event == Event.CPU && recording.kernelStacks()) {
      return idle;
    }
    return idle
        + "; if it was busy, the node's timers do not work for %s, choose %s"
            .formatted(
                event == Event.CPU ? "ctimer, which cpu falls back to" : event.word(),
                event == Event.ITIMER ? "ctimer" : "itimer");
  }

  private String live() {
    var interval = bytes(intervals.alloc());
    return recording.events().contains(ALLOC)
        ? "none of the objects that %s sampled was alive at the end; lower intervals.alloc of %s to sample more"
            .formatted(ALLOC.word(), interval)
        : "no sampled object, one per %s allocated, was alive at the end; see with alloc what was allocated, or lower intervals.alloc"
            .formatted(interval);
  }

  private static String traced(TracedMethod method) {
    return "%s (%s)".formatted(method.method(), method.threshold());
  }

  private static String bytes(String interval) {
    return or(interval, DEFAULT_BYTES);
  }

  private static String or(String interval, String otherwise) {
    return Objects.requireNonNullElse(interval, otherwise);
  }
}
