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
 * The stacks of one event of a recording, with names that fit on a line. Of samples that have weights, such as bytes, how many
 * independent looks at the JVM they are (Kish's effective sample size) is lost when each stack has a sum alone, so that a stack is
 * written in about as many lines as it has such looks.
 */
public final class RecordedStacks extends JfrToFlame {

  /** More would show no differences that matter, and a recording of an hour would have as many lines as samples. */
  private static final double MOST_OBSERVATIONS = 1_000;

  /** Of a method that is none of the recording's. */
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

  /** As above, with an eye on when each sample was taken. */
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

  /** What the profiler did in a thread of the application stands apart from what the application did. */
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

  /** The converter's own, with an eye on each sample before its stack's are added up. */
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

  /** The weight of one observation is Σw² / Σw, in the unit in which the converter writes. */
  public void writeByObservation(OutputStream out) throws IOException {
    var observation =
        sum == 0 ? 1 : counterFactor() * Math.max(squares / sum, sum / MOST_OBSERVATIONS);
    dump(new DividedStacks(out, observation));
  }
}
