package dev.hotspotter.inject;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sidecar's variables for the rarer options of a recording; sidecar/README.md specifies them.
 */
final class RecordingVariables {

  private RecordingVariables() {}

  static List<EnvVar> of(Recording recording) {
    var variables = new ArrayList<EnvVar>();
    var intervals = intervals(recording);
    if (!intervals.isEmpty()) {
      variables.add(env("HOTSPOTTER_INTERVALS", intervals));
    }
    if (!recording.traced().isEmpty()) {
      variables.add(env(
          "HOTSPOTTER_TRACE",
          recording.traced().stream()
              .map(t -> t.name() + ":" + t.threshold())
              .collect(Collectors.joining(","))));
    }
    if (recording.stackDepth() != null) {
      variables.add(env("HOTSPOTTER_STACK_DEPTH", recording.stackDepth().toString()));
    }
    if (recording.memoryLimit() != null) {
      variables.add(env("HOTSPOTTER_MEMORY_LIMIT", plain(recording.memoryLimit())));
    }
    if (recording.jfrSync() != null) {
      variables.add(env("HOTSPOTTER_JFR_SYNC", recording.jfrSync().word()));
    }
    return variables;
  }

  private static String intervals(Recording recording) {
    return recording.types().stream()
        .flatMap(event -> interval(recording, event).map(value -> named(event) + "=" + value))
        .distinct()
        .collect(Collectors.joining(","));
  }

  /** The interval of CPU time has a variable of its own, which is also the default for wall. */
  private static Stream<String> interval(Recording recording, Event event) {
    return switch (event) {
      case CPU, CTIMER, ITIMER -> Stream.empty();
      case WALL -> Stream.of(recording.interval(event));
      case LOCK, NATIVELOCK -> recording.ownInterval(event).stream();
      default -> recording.ownInterval(event).map(RecordingVariables::plain).stream();
    };
  }

  /** The name of the event's interval: the profiler samples allocations for live, too. */
  private static String named(Event event) {
    return event == Event.LIVE ? Event.ALLOC.word() : event.word();
  }

  /** As a number without a suffix. */
  private static String plain(String quantity) {
    return Quantity.getAmountInBytes(new Quantity(quantity)).toBigInteger().toString();
  }

  private static EnvVar env(String name, String value) {
    return new EnvVar(name, value, null);
  }
}
