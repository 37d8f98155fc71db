package dev.hotspotter.render.stacks;

import java.util.Arrays;
import java.util.List;

/**
 * One stack of an event, outermost frame first; the names have no marks.
 *
 * @param root the frame below it in graphs that keep targets apart; null for none
 * @param application index of the innermost application frame; -1 for none
 * @param profiler index of the outermost frame where the profiler works for itself; -1 for none
 * @param samples its weight, in the event's unit
 * @param perObservation samples per independent observation in its file; 1 if the file does not say
 */
public record Stack(
    Frame root,
    Frame[] frames,
    int application,
    int profiler,
    long samples,
    double perObservation) {

  /** A frame, parsed from the converter's text; the type is the converter's. */
  public record Frame(String name, byte type, boolean ofTheApplication, boolean ofTheProfiler) {}

  String innermost() {
    return frames[frames.length - 1].name();
  }

  String applicationFrame() {
    return frames[application].name();
  }

  /** The frames before end, at most longest of them, outermost first. */
  List<String> path(int end, int longest) {
    return Arrays.stream(frames, Math.max(0, end - longest), end)
        .map(Frame::name)
        .toList();
  }
}
