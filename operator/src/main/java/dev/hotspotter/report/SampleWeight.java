package dev.hotspotter.report;

import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;

/** The weight of one sample in the collapsed stacks of an event. */
public final class SampleWeight {

  private SampleWeight() {}

  /**
   * The interval in nanoseconds for events sampled by time. It is 1 for all others: their stacks
   * already have a count, bytes or nanoseconds.
   */
  public static long of(Event event, Recording recording) {
    return switch (event) {
      case CPU, CTIMER, ITIMER, WALL ->
        Durations.parse(recording.interval(event)).toNanos();
      default -> 1;
    };
  }
}
