package dev.hotspotter.inject;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.Intervals;
import dev.hotspotter.api.IntervalsBuilder;
import dev.hotspotter.api.Recording;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sidecar's variables for the rarer options of a recording; sidecar/README.md specifies them.
 */
final class RecordingOptions {

  private RecordingOptions() {}

  static List<EnvVar> of(Recording recording) {
    var variables = new ArrayList<EnvVar>();
    var intervals = intervals(recording);
    if (!intervals.isEmpty()) {
      variables.add(env("HOTSPOTTER_INTERVALS", intervals));
    }
    if (recording.trace() != null) {
      variables.add(env(
          "HOTSPOTTER_TRACE",
          recording.trace().stream()
              .map(t -> t.method() + ":" + t.threshold())
              .collect(Collectors.joining(","))));
    }
    if (recording.stackDepth() != null) {
      variables.add(env("HOTSPOTTER_STACK_DEPTH", recording.stackDepth().toString()));
    }
    if (recording.memoryLimit() != null) {
      variables.add(env("HOTSPOTTER_MEMORY_LIMIT", bytes(recording.memoryLimit())));
    }
    if (recording.jfrSync() != null) {
      variables.add(env("HOTSPOTTER_JFR_SYNC", recording.jfrSync().word()));
    }
    return variables;
  }

  private static String intervals(Recording recording) {
    var intervals = Objects.requireNonNullElseGet(
        recording.intervals(), () -> IntervalsBuilder.builder().build());
    return recording.events().stream()
        .flatMap(event -> value(event, intervals).map(value -> named(event) + "=" + value))
        .distinct()
        .collect(Collectors.joining(","));
  }

  private static Stream<String> value(Event event, Intervals intervals) {
    if (event.isCounter()) {
      return Stream.ofNullable(intervals.counter()).map(String::valueOf);
    }
    return switch (event) {
      case WALL -> Stream.ofNullable(intervals.wall());
      case ALLOC, LIVE -> Stream.ofNullable(intervals.alloc()).map(RecordingOptions::bytes);
      case LOCK -> Stream.ofNullable(intervals.lock());
      case NATIVELOCK -> Stream.ofNullable(intervals.nativelock());
      case NATIVEMEM -> Stream.ofNullable(intervals.nativemem()).map(RecordingOptions::bytes);
      default -> Stream.empty();
    };
  }

  /** The name of the event's interval: the profiler samples allocations for live, too. */
  private static String named(Event event) {
    return event == Event.LIVE ? Event.ALLOC.word() : event.word();
  }

  private static String bytes(String quantity) {
    return Quantity.getAmountInBytes(new Quantity(quantity)).toBigInteger().toString();
  }

  private static EnvVar env(String name, String value) {
    return new EnvVar(name, value, null);
  }
}
