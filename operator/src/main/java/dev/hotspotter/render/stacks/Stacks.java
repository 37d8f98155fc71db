package dev.hotspotter.render.stacks;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.report.answers.ApplicationCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import one.convert.Frame;

/**
 * Reads the collapsed stacks of one event, one at a time, because memory cannot hold all targets'.
 */
public final class Stacks {

  private static final int MARK = "_[j]".length();

  /**
   * The converter's suffixes for Java frames, by execution mode, and for kernel frames. Native
   * frames have no suffix.
   */
  private static final Map<String, Byte> MARKS = Map.of(
      "_[0]",
      Frame.TYPE_INTERPRETED,
      "_[j]",
      Frame.TYPE_JIT_COMPILED,
      "_[i]",
      Frame.TYPE_INLINED,
      "_[1]",
      Frame.TYPE_C1_COMPILED,
      "_[k]",
      Frame.TYPE_KERNEL);

  /** A header without a blank; flame graph tools skip such a line. */
  private static final String HEADER = "#samples-per-observation:";

  private final ApplicationCode code;

  /** Holds each name once, for any number of stacks. */
  private final Map<String, Stack.Frame> known = new HashMap<>();

  /**
   * The number of frames at the end that are classes: stacks of alloc and lock end with the
   * object's class, marked as an inlined method.
   */
  private final int classes;

  private final boolean ofTime;

  public Stacks(Event event, ApplicationCode code) {
    this.code = code;
    classes = EventStacks.endWithAClass(event) ? 1 : 0;
    ofTime = ProfilerFrames.mayBeIn(event);
  }

  public static String header(double perObservation) {
    return String.format(Locale.ROOT, "%s%.2f\n", HEADER, perObservation);
  }

  /** Passes each stack of all targets to the reader, and returns the reader. */
  public <R extends Consumer<Stack>> R read(List<RootedStacks> targets, R reader)
      throws BadRecordingException {
    for (var target : targets) {
      read(target, reader);
    }
    return reader;
  }

  /** Passes each stack of one target to the reader, and returns the reader. */
  public <R extends Consumer<Stack>> R read(RootedStacks target, R reader)
      throws BadRecordingException {
    return Conversion.read(() -> {
      readLines(target, reader);
      return reader;
    });
  }

  private void readLines(RootedStacks target, Consumer<Stack> reader) throws IOException {
    try (var lines = Files.newBufferedReader(target.collapsed())) {
      var root = target.root() == null ? null : frame(target.root());
      var perObservation = 1.0;
      for (String line; (line = lines.readLine()) != null; ) {
        if (line.startsWith(HEADER)) {
          perObservation = Math.max(1, Double.parseDouble(line.substring(HEADER.length())));
          continue;
        }
        var count = line.lastIndexOf(' ');
        var samples = Long.parseLong(line.substring(count + 1));
        reader.accept(stack(root, line.substring(0, count).split(";"), samples, perObservation));
      }
    }
  }

  private Stack stack(Stack.Frame root, String[] written, long samples, double perObservation) {
    var frames = new Stack.Frame[written.length];
    int application = -1;
    int profiler = -1;
    for (int i = 0; i < frames.length; i++) {
      var frame = known.computeIfAbsent(written[i], this::frame);
      frames[i] = frame;
      application = frame.ofTheApplication() && i < frames.length - classes ? i : application;
      profiler = profiler < 0 && frame.ofTheProfiler() ? i : profiler;
    }
    return new Stack(root, frames, application, profiler, samples, perObservation);
  }

  private Stack.Frame frame(String written) {
    var marked = MARKS.get(written.substring(Math.max(0, written.length() - MARK)));
    var name = marked == null ? written : written.substring(0, written.length() - MARK);
    var isJava = marked != null && marked != Frame.TYPE_KERNEL;
    var type = marked == null ? unmarked(name) : marked;
    return new Stack.Frame(
        name, type, isJava && code.owns(name), ofTime && ProfilerFrames.isOwn(name));
  }

  /** The type that the converter gives a native frame: some native names look like Java names. */
  private static byte unmarked(String name) {
    if (name.contains("::")) {
      return Frame.TYPE_CPP;
    }
    var isPath = name.indexOf('/') > 0 && name.charAt(0) != '[';
    var isMember = name.indexOf('.') > 0 && Character.isUpperCase(name.charAt(0));
    return isPath || isMember ? Frame.TYPE_JIT_COMPILED : Frame.TYPE_NATIVE;
  }
}
