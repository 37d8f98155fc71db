package dev.hotspotter.render.stacks;

import dev.hotspotter.render.FrameNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import one.convert.Arguments;
import one.convert.Frame;
import one.convert.JfrToFlame;
import one.jfr.JfrReader;
import one.jfr.StackTrace;
import one.jfr.event.Event;
import one.jfr.event.EventAggregator;
import one.jfr.event.EventCollector;

/**
 * The stacks of one event of a recording, with names that fit on a line.
 *
 * <p>Samples may have weights, such as bytes. The sum of a stack hides its number of independent
 * observations (Kish's effective sample size). So each stack is written in about as many lines as
 * it has observations.
 */
public final class RecordedStacks extends JfrToFlame {

  /**
   * The maximum number of observations. More would not show relevant differences, and would give an
   * hour's recording a line per sample.
   */
  private static final double MOST_OBSERVATIONS = 1_000;

  /** The id of a method that no recording has. */
  private static final long ROOT = Long.MIN_VALUE;

  private final Map<String, String> names = new HashMap<>();
  private final Map<Long, Boolean> ofTheProfiler = new HashMap<>();
  private final StackSlices slices;
  private double sum;
  private double squares;

  private RecordedStacks(JfrReader jfr, Arguments arguments, StackSlices slices) {
    super(jfr, arguments);
    this.slices = slices;
  }

  public static RecordedStacks parse(Path file, Arguments arguments) throws IOException {
    return parse(file, arguments, null);
  }

  /** Also adds each sample to its time slice. */
  public static RecordedStacks parse(Path file, Arguments arguments, StackSlices slices)
      throws IOException {
    try (var jfr = new RecordingReader(file)) {
      var stacks = new RecordedStacks(jfr, arguments, slices);
      stacks.convert();
      return stacks;
    }
  }

  @Override
  public String getMethodName(long method, byte type) {
    return method == ROOT
        ? ProfilerFrames.ROOT
        : names.computeIfAbsent(super.getMethodName(method, type), FrameNames::clean);
  }

  /** Separates the profiler's work in application threads from the application's. */
  @Override
  protected void convertChunk() {
    if (slices != null) {
      slices.endChunk(jfr);
    }
    if (args.cpu || args.wall) {
      ofTheProfiler.clear();
      collector.forEach((sample, samples, value) -> setApart(sample.stackTraceId));
    }
    super.convertChunk();
  }

  private void setApart(int id) {
    var stack = jfr.stackTraces.get(id);
    if (stack == null) {
      return;
    }
    var length = stack.methods.length;
    var first = ProfilerFrames.first(length, i -> isOfTheProfiler(stack, length - 1 - i));
    if (first >= 0) {
      var own = length - first;
      var methods = Arrays.copyOf(stack.methods, own + 1);
      methods[own] = ROOT;
      var types = Arrays.copyOf(stack.types, own + 1);
      types[own] = Frame.TYPE_NATIVE;
      jfr.stackTraces.put(
          id, new StackTrace(methods, types, Arrays.copyOf(stack.locations, own + 1)));
    }
  }

  private boolean isOfTheProfiler(StackTrace stack, int frame) {
    return ofTheProfiler.computeIfAbsent(
        stack.methods[frame],
        method -> ProfilerFrames.isOwn(getMethodName(method, stack.types[frame])));
  }

  @Override
  public String getThreadName(int thread) {
    return FrameNames.clean(super.getThreadName(thread));
  }

  @Override
  public String getClassName(long type) {
    return FrameNames.clean(super.getClassName(type));
  }

  /** Wraps the converter's collector to see each sample before the stacks are added up. */
  @Override
  protected EventCollector createCollector(Arguments arguments) {
    var collector = new EventAggregator(arguments.threads, arguments.grain) {
      @Override
      public void collect(Event sample) {
        if (!excludeStack(sample.stackTraceId, sample.tid, sample.classId())) {
          var weight = (double) sample.value();
          sum += weight;
          squares += weight * weight;
          if (slices != null) {
            slices.add(sample, jfr);
          }
        }
        super.collect(sample);
      }
    };
    return OwnTimeCollector.in(
        collector,
        arguments,
        () -> jfr,
        sample -> excludeStack(sample.stackTraceId, sample.tid, sample.classId()));
  }

  /** Writes each stack in lines of one observation's weight, Σw² / Σw, in the converter's unit. */
  public void writeByObservation(OutputStream out) throws IOException {
    var observation =
        sum == 0 ? 1 : counterFactor() * Math.max(squares / sum, sum / MOST_OBSERVATIONS);
    dump(new DividedStacks(out, observation));
  }
}
