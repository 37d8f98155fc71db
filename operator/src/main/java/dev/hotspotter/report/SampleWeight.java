package dev.hotspotter.report;

import dev.hotspotter.api.Durations;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.Recording;
import java.util.Optional;

/** What one sample in the collapsed stacks of an event stands for. */
public final class SampleWeight {

  private SampleWeight() {}

  /** Nanoseconds of what is sampled by time. All else is one: counted, or in bytes or nanoseconds already. */
  public static long of(Event event, Recording recording) {
    return switch (event) {
      case CPU, CTIMER, ITIMER -> nanos(recording.interval());
      case WALL ->
        nanos(Optional.ofNullable(recording.intervals())
            .map(intervals -> intervals.wall())
            .orElse(recording.interval()));
      default -> 1;
    };
  }

  private static long nanos(String interval) {
    return Durations.parse(interval).toNanos();
  }
}
