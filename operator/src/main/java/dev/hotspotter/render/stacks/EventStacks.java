package dev.hotspotter.render.stacks;

import dev.hotspotter.api.Event;
import java.util.ArrayList;
import java.util.List;
import one.jfr.event.AllocationSample;
import one.jfr.event.ContendedLock;
import one.jfr.event.ExecutionSample;
import one.jfr.event.LiveObject;
import one.jfr.event.MallocEvent;
import one.jfr.event.MethodTrace;
import one.jfr.event.NativeLockEvent;

/** Which stacks of a recording are those of an event, in the converter's options, and what their innermost frames are. */
public final class EventStacks {

  /** Exceptions are traced by the method that each calls when it is made. */
  private static final String THROWN = "java[.]lang[.]Throwable[.]fillInStackTrace.*";

  private EventStacks() {}

  /** The type of the event, and that it is measured in bytes or in time rather than in samples. */
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

  /** What the converter reads of a recording for the event. */
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

  /** True for events whose stacks are counted, rather than weighed in bytes or in time. */
  public static boolean countSamples(Event event) {
    return event.isEngine() || event == Event.WALL || event == Event.EXCEPTIONS;
  }

  /** What tells the event from others of its type. */
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

  /** True for events whose stacks end with the class of an object, marked like an inlined method. */
  static boolean endWithAClass(Event event) {
    return event == Event.ALLOC || event == Event.LIVE || event == Event.LOCK;
  }
}
