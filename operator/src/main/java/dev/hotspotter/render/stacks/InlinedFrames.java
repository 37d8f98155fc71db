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
 * Finds the inlined methods of a stack that are uncertain or wrong. HotSpot has debug information
 * only at some points of compiled code, and the profiler takes the nearest point. The compiled
 * method and its callers are certain, and so is any stack that waits in a call.
 *
 * <p>If a stub stands above an inlined method that cannot call it, the inlined methods are wrong.
 * The rest is true: the compiled method called the stub.
 */
final class InlinedFrames {

  private final Dictionary<MethodRef> methods;
  private final Dictionary<ClassRef> classes;
  private final Dictionary<byte[]> symbols;

  /** Takes the names behind the numbers in stacks. */
  InlinedFrames(
      Dictionary<MethodRef> methods, Dictionary<ClassRef> classes, Dictionary<byte[]> symbols) {
    this.methods = methods;
    this.classes = classes;
    this.symbols = symbols;
  }

  /** The stack without its wrong frames; empty if no frame is known to be wrong. */
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
   * The index of the innermost Java frame if it is an uncertain inlined method; -1 if it is
   * certain. A stub above a method that calls it makes that method certain.
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

  /**
   * Whether the native frame is a real call, for which HotSpot has exact debug information. Unlike
   * a stub, such a frame has a library, a leading underscore or a blank in its name.
   */
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
