package dev.hotspotter.observe;

import static dev.hotspotter.api.spec.Event.ALLOC;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.api.spec.TracedMethod;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the events without samples, their likely causes, and whether the recording counts as
 * failed.
 */
public final class NoSamples {

  private final Recording recording;

  private NoSamples(Recording recording) {
    this.recording = recording;
  }

  /**
   * True if the first event has no samples: it is the job's question, whatever the other events
   * show.
   */
  public static boolean isFailure(Recording recording, RenderOutcome.Rendered done) {
    return done.samples(recording.types().getFirst()) == 0;
  }

  /** A message about the events without samples; empty if each event has some. */
  static Optional<String> sentence(Recording recording, RenderOutcome.Rendered done) {
    var why = new NoSamples(recording);
    var empty =
        recording.types().stream().filter(event -> done.samples(event) == 0).toList();
    var causes = empty.stream()
        .map(event -> "no samples of %s: %s".formatted(event.word(), why.cause(event)))
        .collect(Collectors.joining("; "));
    var others = recording.types().stream()
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
            .formatted(recording.interval(event));
      case ALLOC ->
        "less than %s was allocated; record under load, or lower its interval"
            .formatted(recording.interval(event));
      case LIVE -> live();
      case LOCK ->
        "no thread waited %s or longer for a monitor or lock; lower the event's interval to see shorter waits"
            .formatted(recording.interval(event));
      case NATIVELOCK ->
        "no native code waited %s or longer for a lock; lower the event's interval to see shorter waits"
            .formatted(recording.interval(event));
      case NATIVEMEM ->
        "less than %s of native memory was allocated; record under load, or lower its interval"
            .formatted(recording.interval(event));
      case TRACE ->
        ("no call of %s reached its threshold, or there is no such class or method;"
                + " check the name, or lower the threshold")
            .formatted(recording.traced().stream()
                .map(NoSamples::traced)
                .collect(Collectors.joining(" or ")));
      case EXCEPTIONS ->
        "no exception with a stack trace was created; HotSpot omits the traces of exceptions that"
            + " compiled code throws repeatedly";
      case PAGE_FAULTS, CONTEXT_SWITCHES ->
        "there were fewer than %s; record under load%s"
            .formatted(
                recording.interval(event),
                recording.ownInterval(event).isPresent()
                    ? ", or lower the event's interval"
                    : " or for longer");
      default ->
        ("the node counted fewer than %s; choose cpu, because most virtual machines lack this counter,"
                + " or lower the event's interval")
            .formatted(recording.interval(event));
    };
  }

  /**
   * The causes for CPU events. Without kernel stacks, cpu falls back to ctimer, unless the node
   * allows perf events to everyone.
   */
  private String idle(Event event) {
    var idle =
        "the JVM was idle: no thread used %s of CPU time; record under load, for longer, or with the event wall"
            .formatted(recording.interval(event));
    if (event == Event.CPU && recording.kernelStacks()) {
      return idle;
    }
    return idle
        + "; if it was busy, the node's timers do not work for %s; choose %s"
            .formatted(
                event == Event.CPU ? "ctimer, which cpu falls back to" : event.word(),
                event == Event.ITIMER ? "ctimer" : "itimer");
  }

  private String live() {
    var interval = recording.interval(Event.LIVE);
    return recording.types().contains(ALLOC)
        ? "none of the objects that %s sampled was alive at the end; lower the interval of %s to sample more"
            .formatted(ALLOC.word(), interval)
        : ("no sampled object (one per %s allocated) was alive at the end;"
                + " record alloc to see all allocations, or lower the interval of live")
            .formatted(interval);
  }

  private static String traced(TracedMethod method) {
    return "%s (%s)".formatted(method.name(), method.threshold());
  }
}
