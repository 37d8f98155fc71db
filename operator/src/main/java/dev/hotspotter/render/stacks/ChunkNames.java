package dev.hotspotter.render.stacks;

import dev.hotspotter.render.FrameNames;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.ThreadPools;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import one.convert.Arguments;
import one.convert.JfrConverter;
import one.jfr.JfrReader;
import one.jfr.StackTrace;

/** Resolves the numbers in the events of one chunk; each chunk has its own. */
public final class ChunkNames {

  private static final int LONGEST_PATH = 16;

  private final JfrReader jfr;
  private final JfrConverter converter;
  private final ApplicationCode code;
  private final Map<Long, Frame> frames = new HashMap<>();
  private final Map<Integer, Optional<Spot>> spots = new HashMap<>();
  private final Map<Integer, String> pools = new HashMap<>();

  public ChunkNames(JfrReader jfr, ApplicationCode code) {
    this.jfr = jfr;
    this.code = code;
    converter = new JfrConverter(jfr, new Arguments("--dot", "--norm")) {};
  }

  /** A method's name and origin. */
  private record Frame(String name, boolean java, boolean ofTheApplication) {}

  /**
   * The frame that a stack is blamed on: its innermost application frame, or else its innermost
   * frame.
   *
   * @param path the end of the stack to the frame, outermost frame first
   * @param method the innermost Java frame; null if there is none
   * @param signature the method's signature; null if there is none
   */
  public record Spot(
      String frame, boolean ofTheApplication, List<String> path, String method, String signature) {}

  /** Empty for a stack that the profiler could not walk or had no space for. */
  public Optional<Spot> spot(int stack) {
    return spots.computeIfAbsent(stack, this::find);
  }

  public String pool(int thread) {
    return pools.computeIfAbsent(thread, id -> ThreadPools.of(jfr.threads.get(id)));
  }

  public String type(int id) {
    return FrameNames.clean(converter.getClassName(id));
  }

  private Optional<Spot> find(int id) {
    var stack = jfr.stackTraces.get(id);
    if (stack == null || stack.methods.length == 0) {
      return Optional.empty();
    }
    String method = null;
    String signature = null;
    for (int i = 0; i < stack.methods.length; i++) {
      var frame = frame(stack, i);
      if (method == null && frame.java) {
        method = frame.name;
        signature = signature(stack.methods[i]);
      }
      if (frame.ofTheApplication) {
        return Optional.of(new Spot(frame.name, true, path(stack, i), method, signature));
      }
    }
    return Optional.of(new Spot(frame(stack, 0).name, false, path(stack, 0), method, signature));
  }

  private String signature(long id) {
    var method = jfr.methods.get(id);
    var signature = method == null ? null : jfr.symbols.get(method.sig);
    return signature == null ? null : new String(signature, StandardCharsets.UTF_8);
  }

  private List<String> path(StackTrace stack, int frame) {
    var path = new String[Math.min(LONGEST_PATH, stack.methods.length - frame)];
    for (int i = 0; i < path.length; i++) {
      path[path.length - 1 - i] = frame(stack, frame + i).name;
    }
    return List.of(path);
  }

  String name(StackTrace stack, int i) {
    return frame(stack, i).name;
  }

  private Frame frame(StackTrace stack, int i) {
    return frames.computeIfAbsent(stack.methods[i], method -> {
      var element = converter.getStackTraceElement(method, stack.types[i], 0);
      var java = !element.getClassName().isEmpty();
      var name =
          java ? element.getClassName() + "." + element.getMethodName() : element.getMethodName();
      return new Frame(FrameNames.clean(name), java, java && code.owns(name));
    });
  }
}
