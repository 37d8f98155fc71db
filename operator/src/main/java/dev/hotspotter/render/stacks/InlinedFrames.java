package dev.hotspotter.render.stacks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import one.convert.Frame;
import one.jfr.ClassRef;
import one.jfr.Dictionary;
import one.jfr.MethodRef;
import one.jfr.StackTrace;

/**
 * Which inlined methods of a stack are certain. HotSpot knows only at some points of compiled code which inlined method it is in, and
 * the profiler takes the nearest of these. Certain are the compiled method itself, its callers, and all of a stack that waits in a
 * call. So where a machine code routine stands above an inlined method that cannot call it, the inlined methods are wrong, and
 * what is true is the rest: the compiled method has called the routine.
 */
final class InlinedFrames {

  private final Dictionary<MethodRef> methods;
  private final Dictionary<ClassRef> classes;
  private final Dictionary<byte[]> symbols;

  /** What the numbers in stacks stand for. */
  InlinedFrames(
      Dictionary<MethodRef> methods, Dictionary<ClassRef> classes, Dictionary<byte[]> symbols) {
    this.methods = methods;
    this.classes = classes;
    this.symbols = symbols;
  }

  /** The stack without its wrong frames; empty if none is known to be wrong. */
  Optional<StackTrace> corrected(StackTrace stack) {
    int routine = beyondKernel(stack);
    int caller = routine + 1;
    if (!is(stack, routine, Frame.TYPE_NATIVE) || !is(stack, caller, Frame.TYPE_INLINED)) {
      return Optional.empty();
    }
    if (!StubCallers.knows(name(stack, routine))
        || StubCallers.mayCall(type(stack, caller), name(stack, routine))) {
      return Optional.empty();
    }
    int compiled = caller;
    while (is(stack, compiled, Frame.TYPE_INLINED)) {
      compiled++;
    }
    return compiled == stack.types.length
        ? Optional.empty()
        : Optional.of(without(stack, caller, compiled));
  }

  /**
   * The index of the innermost Java frame, if that is the nearest inlined method that HotSpot knew; -1 if it is certain. A routine
   * above a method that calls it confirms that.
   */
  int guessed(StackTrace stack) {
    int top = beyondKernel(stack);
    int java = is(stack, top, Frame.TYPE_NATIVE) ? top + 1 : top;
    if (!is(stack, java, Frame.TYPE_INLINED)) {
      return -1;
    }
    var certain = java > top
        && (isCall(stack, top) || StubCallers.mayCall(type(stack, java), name(stack, top)));
    return certain ? -1 : java;
  }

  private static int beyondKernel(StackTrace stack) {
    int i = 0;
    while (is(stack, i, Frame.TYPE_KERNEL)) {
      i++;
    }
    return i;
  }

  private static boolean is(StackTrace stack, int frame, byte type) {
    return frame < stack.types.length && stack.types[frame] == type;
  }

  /** HotSpot knows where it is when it calls native code other than a routine: that has a library, or a blank or underscore in its name. */
  private boolean isCall(StackTrace stack, int frame) {
    var name = name(stack, frame);
    return !type(stack, frame).isEmpty() || name.startsWith("_") || name.indexOf(' ') >= 0;
  }

  private static StackTrace without(StackTrace stack, int from, int to) {
    int length = stack.methods.length - (to - from);
    var methods = Arrays.copyOf(stack.methods, length);
    var types = Arrays.copyOf(stack.types, length);
    var locations = Arrays.copyOf(stack.locations, length);
    System.arraycopy(stack.methods, to, methods, from, length - from);
    System.arraycopy(stack.types, to, types, from, length - from);
    System.arraycopy(stack.locations, to, locations, from, length - from);
    return new StackTrace(methods, types, locations);
  }

  private String name(StackTrace stack, int frame) {
    var reference = methods.get(stack.methods[frame]);
    return reference == null ? "" : text(reference.name);
  }

  private String type(StackTrace stack, int frame) {
    var reference = methods.get(stack.methods[frame]);
    var type = reference == null ? null : classes.get(reference.cls);
    return type == null ? "" : text(type.name).replace('/', '.');
  }

  private String text(long symbol) {
    var bytes = symbols.get(symbol);
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
