package dev.hotspotter.render.stacks;

import java.util.Arrays;
import java.util.List;

/**
 * One of the stacks of an event, without the marks of its frames, the outermost frame first.
 *
 * @param root the frame below it in graphs that keep targets apart; null for none
 * @param application index of the innermost application frame; -1 for none
 * @param profiler index of the outermost frame in which the profiler worked for itself; -1 for none
 * @param samples its weight, in the event's unit
 * @param perObservation how many samples of its file say as much as an independent one; 1 where the file does not say
 */
public record Stack(
    Frame root,
    Frame[] frames,
    int application,
    int profiler,
    long samples,
    double perObservation) {

  /** What a frame as the converter writes it stands for; the type is the converter's. */
  public record Frame(String name, byte type, boolean ofTheApplication, boolean ofTheProfiler) {}

  String innermost() {
    return frames[frames.length - 1].name();
  }

  String applicationFrame() {
    return frames[application].name();
  }

  /** At most so many frames that lead to the one before the end, and that one. */
  List<String> path(int end, int longest) {
    return Arrays.stream(frames, Math.max(0, end - longest), end)
        .map(Frame::name)
        .toList();
  }
}
