package dev.hotspotter.render;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import one.jfr.event.EventAggregator;
import one.jfr.event.EventCollector;

/**
 * The stacks of one event of a recording, with names that fit on a line. Of samples that have weights, such as bytes, how many
 * independent looks at the JVM they are (Kish's effective sample size) is lost when each stack has a sum alone, so that a stack is
 * written in about as many lines as it has such looks.
 */
final class RecordedStacks extends JfrToFlame {

  /** More would show no differences that matter, and a recording of an hour would have as many lines as samples. */
  private static final double MOST_OBSERVATIONS = 1_000;

  private final Map<String, String> names = new HashMap<>();
  private double sum;
  private double squares;

  private RecordedStacks(JfrReader jfr, Arguments arguments) {
    super(jfr, arguments);
  }

  static RecordedStacks parse(Path file, Arguments arguments) throws IOException {
    try (var jfr = new JfrReader(file.toString())) {
      var stacks = new RecordedStacks(jfr, arguments);
      stacks.convert();
      return stacks;
    }
  }

  @Override
  public String getMethodName(long method, byte type) {
    return names.computeIfAbsent(super.getMethodName(method, type), FrameNames::clean);
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
    return new EventAggregator(arguments.threads, arguments.grain) {
      @Override
      public void collect(Event sample) {
        if (!excludeStack(sample.stackTraceId, sample.tid, sample.classId())) {
          var weight = (double) sample.value();
          sum += weight;
          squares += weight * weight;
        }
        super.collect(sample);
      }
    };
  }

  /** The weight of one observation is Σw² / Σw, in the unit in which the converter writes. */
  void writeByObservation(OutputStream out) throws IOException {
    var observation = sum == 0 ? 1 : counterFactor() * Math.max(squares / sum, sum / MOST_OBSERVATIONS);
    dump(new DividedStacks(out, observation));
  }
}
