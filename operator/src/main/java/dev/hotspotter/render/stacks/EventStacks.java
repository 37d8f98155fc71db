package dev.hotspotter.render.stacks;

import dev.hotspotter.api.spec.Event;
import java.util.ArrayList;
import java.util.List;
import one.jfr.event.AllocationSample;
import one.jfr.event.ContendedLock;
import one.jfr.event.ExecutionSample;
import one.jfr.event.LiveObject;
import one.jfr.event.MallocEvent;
import one.jfr.event.MethodTrace;
import one.jfr.event.NativeLockEvent;

/**
 * The converter's options that select the stacks of an event, and the kind of their innermost
 * frames.
 */
public final class EventStacks {

  /**
   * async-profiler records exceptions as calls of this method, which each exception makes on
   * creation.
   */
  private static final String THROWN = "java[.]lang[.]Throwable[.]fillInStackTrace.*";

  private EventStacks() {}

  /**
   * The option for the event's type, and the option for a unit of bytes or time instead of samples.
   */
  public static List<String> type(Event event) {
    if (event.isEngine()) {
      return List.of("--cpu");
    }
    return switch (event) {
      case WALL -> List.of("--wall");
      case EXCEPTIONS -> List.of("--trace");
      default -> List.of("--" + event.word(), "--total");
    };
  }

  /** The converter's class for the event. */
  public static Class<? extends one.jfr.event.Event> recorded(Event event) {
    return switch (event) {
      case ALLOC -> AllocationSample.class;
      case LIVE -> LiveObject.class;
      case LOCK -> ContendedLock.class;
      case NATIVELOCK -> NativeLockEvent.class;
      case NATIVEMEM -> MallocEvent.class;
      case TRACE, EXCEPTIONS -> MethodTrace.class;
      default -> ExecutionSample.class;
    };
  }

  /** True for events whose stacks are counted instead of weighed in bytes or time. */
  public static boolean countSamples(Event event) {
    return event.isEngine() || event == Event.WALL || event == Event.EXCEPTIONS;
  }

  /** The options that separate the event from others of its type. */
  public static String[] only(Event event, boolean threads) {
    var options = new ArrayList<String>();
    if (event == Event.EXCEPTIONS) {
      options.addAll(List.of("--include", THROWN));
    } else if (event == Event.TRACE) {
      options.addAll(List.of("--exclude", THROWN));
    }
    if (threads) {
      options.add("--threads");
    }
    return options.toArray(String[]::new);
  }

  /** True for events whose stacks end with an object's class, marked as an inlined method. */
  static boolean endWithAClass(Event event) {
    return event == Event.ALLOC || event == Event.LIVE || event == Event.LOCK;
  }
}
