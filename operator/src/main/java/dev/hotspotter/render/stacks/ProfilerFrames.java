package dev.hotspotter.render.stacks;

import dev.hotspotter.api.spec.Event;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Recognises async-profiler's own frames: it runs in application threads, and CPU samples may catch
 * it there. Recordings do not name a frame's library. So this class lists the profiler's classes
 * that HotSpot does not have.
 */
final class ProfilerFrames {

  /** A root in place of the application frames below the profiler's own. */
  static final String ROOT = "[async-profiler]";

  private static final Set<String> CLASSES = Set.of("""
      WallClock J9WallClock CTimer ITimer CpuEngine PerfEvents LockTracer NativeLockTracer
      MallocTracer Instrument Profiler StackWalker CallTraceStorage FlightRecorder JfrMetadata
      VMMethod SafeAccess FdTransferClient
      """.split("\\s+"));

  /** The profiler's functions in classes that HotSpot also has. */
  private static final Set<String> FUNCTIONS = Set.of(
      "ObjectSampler::SampledObjectAlloc",
      "ObjectSampler::recordAllocation",
      "ObjectSampler::dumpLiveRefs",
      "AllocTracer::trapHandler");

  /**
   * The suffix of hook functions. The application's own calls pass through these, such as calls
   * that park a thread.
   */
  private static final String PASSAGE = "Hook";

  private static final String JAVA = "one.profiler.";

  private ProfilerFrames() {}

  /**
   * Whether stacks of the event may have such frames. Stacks of other events end where the
   * application called the profiler.
   */
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

  /**
   * The first of the profiler's own frames, with which its own work begins; -1 if there is none.
   */
  static int first(int frames, IntPredicate own) {
    for (var i = 0; i < frames; i++) {
      if (own.test(i)) {
        return i;
      }
    }
    return -1;
  }
}
