package dev.hotspotter.render.stacks;

import dev.hotspotter.api.Event;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Which frames are async-profiler's own: it takes samples in threads of the application, and a sample of CPU time may find it at that.
 * Recordings do not say which library a frame is of, so these are the classes that the profiler has and HotSpot has not.
 */
final class ProfilerFrames {

  /** What stands for the application's frames, in which the profiler happened to be. */
  static final String ROOT = "[async-profiler]";

  private static final Set<String> CLASSES = Set.of(
      "WallClock",
      "J9WallClock",
      "CTimer",
      "ITimer",
      "CpuEngine",
      "PerfEvents",
      "LockTracer",
      "NativeLockTracer",
      "MallocTracer",
      "Instrument",
      "Profiler",
      "StackWalker",
      "CallTraceStorage",
      "FlightRecorder",
      "JfrMetadata",
      "VMMethod",
      "SafeAccess",
      "FdTransferClient");

  /** Of classes that HotSpot has as well. */
  private static final Set<String> FUNCTIONS = Set.of(
      "ObjectSampler::SampledObjectAlloc",
      "ObjectSampler::recordAllocation",
      "ObjectSampler::dumpLiveRefs",
      "AllocTracer::trapHandler");

  /** Of these frames the application's own calls go through, such as all that park a thread. */
  private static final String PASSAGE = "Hook";

  private static final String JAVA = "one.profiler.";

  private ProfilerFrames() {}

  /** Stacks of other events begin where the profiler was called. */
  static boolean mayBeIn(Event event) {
    return event.isEngine() || event == Event.WALL;
  }

  static boolean isOwn(String frame) {
    var end = frame.indexOf("::");
    return end < 0
        ? frame.startsWith(JAVA)
        : CLASSES.contains(frame.substring(0, end)) && !frame.endsWith(PASSAGE)
            || FUNCTIONS.contains(frame);
  }

  /** The first that is the profiler's own, from which on it works for itself; -1 if there is none. */
  static int first(int frames, IntPredicate own) {
    for (var i = 0; i < frames; i++) {
      if (own.test(i)) {
        return i;
      }
    }
    return -1;
  }
}
