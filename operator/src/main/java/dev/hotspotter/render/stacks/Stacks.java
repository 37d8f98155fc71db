package dev.hotspotter.render.stacks;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.report.answers.ApplicationCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Reads collapsed stacks, as the converter writes them from recordings, one at a time: another pass through it loses marks. */
public final class Stacks {

  private static final int MARK = "_[j]".length();

  /** Without a blank: what reads collapsed stacks takes such a line for none. */
  private static final String HEADER = "#samples-per-observation:";

  private final ApplicationCode code;

  /** Each name is kept once, however many stacks it is in. */
  private final Map<String, Frame> known = new HashMap<>();

  /** Stacks of alloc and lock end with the class of the object, marked like an inlined method. */
  private final int classes;

  private final boolean ofTime;

  private Stacks(Event event, ApplicationCode code) {
    this.code = code;
    classes = EventStacks.endWithAClass(event) ? 1 : 0;
    ofTime = ProfilerFrames.mayBeIn(event);
  }

  /** What a frame as the converter writes it stands for. */
  private record Frame(String name, boolean ofTheApplication, boolean ofTheProfiler) {}

  /**
   * One stack of names without marks, outermost frame first; application is the index of the innermost application frame, profiler that
   * of the outermost one in which the profiler worked for itself, or -1. So many samples of its file are worth one that is independent of
   * all others; 1 where the file does not say.
   */
  public record Stack(String[] frames, int application, int profiler, long samples, double perObservation) {

    String innermost() {
      return frames[frames.length - 1];
    }

    String applicationFrame() {
      return frames[application];
    }
  }

  public static void read(List<Path> collapsed, Event event, ApplicationCode code, Consumer<Stack> reader) throws BadRecordingException {
    readRooted(RootedStacks.plain(collapsed), event, code, reader);
  }

  /** As above, of stacks that may have a root, which is a frame like the others. */
  public static void readRooted(List<RootedStacks> collapsed, Event event, ApplicationCode code, Consumer<Stack> reader)
      throws BadRecordingException {
    var stacks = new Stacks(event, code);
    Conversion.read(() -> {
      for (var target : collapsed) {
        stacks.read(target, reader);
      }
      return stacks;
    });
  }

  public static String header(double perObservation) {
    return String.format(Locale.ROOT, "%s%.2f\n", HEADER, perObservation);
  }

  static boolean isHeader(String line) {
    return line.startsWith(HEADER);
  }

  private void read(RootedStacks target, Consumer<Stack> reader) throws IOException {
    try (var lines = target.open()) {
      var perObservation = 1.0;
      for (String line; (line = lines.readLine()) != null; ) {
        if (isHeader(line)) {
          perObservation = Math.max(1, Double.parseDouble(line.substring(HEADER.length())));
          continue;
        }
        var count = line.lastIndexOf(' ');
        reader.accept(stack(line.substring(0, count).split(";"), Long.parseLong(line.substring(count + 1)), perObservation));
      }
    }
  }

  private Stack stack(String[] frames, long samples, double perObservation) {
    int application = -1;
    int profiler = -1;
    for (int i = 0; i < frames.length; i++) {
      var frame = known.computeIfAbsent(frames[i], this::frame);
      frames[i] = frame.name();
      application = frame.ofTheApplication() && i < frames.length - classes ? i : application;
      profiler = profiler < 0 && frame.ofTheProfiler() ? i : profiler;
    }
    return new Stack(frames, application, profiler, samples, perObservation);
  }

  /** The converter marks Java frames by how they ran: interpreted, compiled, inlined, C1; native ones carry nothing or _[k]. */
  private Frame frame(String written) {
    var mark = mark(written);
    var name = mark == 0 ? written : written.substring(0, written.length() - MARK);
    return new Frame(name, mark != 0 && mark != 'k' && code.owns(name), ofTime && ProfilerFrames.isOwn(name));
  }

  private static char mark(String frame) {
    int at = frame.length() - MARK;
    if (at < 0 || !frame.startsWith("_[", at) || !frame.endsWith("]")) {
      return 0;
    }
    var mark = frame.charAt(at + 2);
    return "0ji1k".indexOf(mark) < 0 ? 0 : mark;
  }
}
