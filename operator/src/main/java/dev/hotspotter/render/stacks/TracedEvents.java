package dev.hotspotter.render.stacks;

import dev.hotspotter.render.stacks.NestedCalls.Call;
import dev.hotspotter.render.stacks.NestedCalls.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import one.convert.Frame;
import one.jfr.JfrReader;
import one.jfr.StackTrace;
import one.jfr.event.MethodTrace;

/** The traced calls of one chunk of a recording, and their nesting. */
public final class TracedEvents {

  /** async-profiler's default stack depth; the setting follows. */
  private static final int DEEPEST = 2048;

  private static final String DEPTH = "jstackdepth";

  private final List<MethodTrace> events = new ArrayList<>();

  public void add(MethodTrace call) {
    events.add(call);
  }

  public List<MethodTrace> all() {
    return events;
  }

  /** Call it when the whole chunk is read and its names are still available. */
  public NestedCalls nested(JfrReader jfr) {
    var depth = depth(jfr);
    var methods = new HashMap<Integer, Long>();
    events.forEach(event ->
        methods.computeIfAbsent(event.stackTraceId, stack -> method(jfr.stackTraces.get(stack))));
    var traced = Set.copyOf(methods.values());
    Map<Integer, Place> places = new HashMap<>();
    methods.forEach((stack, method) ->
        places.put(stack, place(method, jfr.stackTraces.get(stack), traced, depth)));
    return NestedCalls.of(events.stream()
        .map(event -> new Call(
            event.tid, event.time + event.duration, event.duration, places.get(event.stackTraceId)))
        .toList());
  }

  private static int depth(JfrReader jfr) {
    try {
      return Integer.parseInt(jfr.settings.getOrDefault(DEPTH, ""));
    } catch (NumberFormatException e) {
      return DEEPEST;
    }
  }

  private static Place place(long method, StackTrace stack, Set<Long> traced, int depth) {
    if (stack == null) {
      return new Place(method, Set.of(), false);
    }
    var callers = LongStream.of(stack.methods)
        .skip(innermost(stack) + 1L)
        .boxed()
        .filter(traced::contains)
        .collect(Collectors.toSet());
    return new Place(method, callers, stack.methods.length >= depth);
  }

  /** The method from the stack, because the event's own field for it is empty. */
  private static long method(StackTrace stack) {
    return stack == null || stack.methods.length == 0 ? 0 : stack.methods[innermost(stack)];
  }

  /** The index of the innermost Java frame. */
  private static int innermost(StackTrace stack) {
    var i = 0;
    while (i < stack.types.length - 1 && isNative(stack.types[i])) {
      i++;
    }
    return i;
  }

  private static boolean isNative(byte type) {
    return type >= Frame.TYPE_NATIVE && type <= Frame.TYPE_KERNEL;
  }
}
