package dev.hotspotter.render;

import dev.hotspotter.api.Event;
import dev.hotspotter.plan.ApplicationCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads collapsed stacks, as the converter writes them from recordings, one at a time: another pass through it loses marks. */
final class Stacks {

  private static final int MARK = "_[j]".length();

  private final ApplicationCode code;

  /** Each name is kept once, however many stacks it is in. */
  private final Map<String, Frame> known = new HashMap<>();

  /** Stacks of alloc and lock end with the class of the object, marked like an inlined method. */
  private final int classes;

  private Stacks(Event event, ApplicationCode code) {
    this.code = code;
    classes = EventStacks.endWithAClass(event) ? 1 : 0;
  }

  /** What a frame as the converter writes it stands for. */
  private record Frame(String name, boolean ofTheApplication) {}

  /** One stack of names without marks, outermost frame first; application is the index of the innermost application frame, or -1. */
  record Stack(String[] frames, int application, long samples) {

    String innermost() {
      return frames[frames.length - 1];
    }

    String applicationFrame() {
      return frames[application];
    }
  }

  static void read(List<Path> collapsed, Event event, ApplicationCode code, Consumer<Stack> reader) throws BadRecordingException {
    readRooted(RootedStacks.plain(collapsed), event, code, reader);
  }

  /** As above, of stacks that may have a root, which is a frame like the others. */
  static void readRooted(List<RootedStacks> collapsed, Event event, ApplicationCode code, Consumer<Stack> reader)
      throws BadRecordingException {
    var stacks = new Stacks(event, code);
    Conversion.read(() -> {
      for (var target : collapsed) {
        stacks.read(target, reader);
      }
      return stacks;
    });
  }

  private void read(RootedStacks target, Consumer<Stack> reader) throws IOException {
    try (var lines = target.open()) {
      for (String line; (line = lines.readLine()) != null; ) {
        var count = line.lastIndexOf(' ');
        reader.accept(stack(line.substring(0, count).split(";"), Long.parseLong(line.substring(count + 1))));
      }
    }
  }

  private Stack stack(String[] frames, long samples) {
    int application = -1;
    for (int i = 0; i < frames.length; i++) {
      var frame = known.computeIfAbsent(frames[i], this::frame);
      frames[i] = frame.name();
      application = frame.ofTheApplication() && i < frames.length - classes ? i : application;
    }
    return new Stack(frames, application, samples);
  }

  /** The converter marks Java frames by how they ran: interpreted, compiled, inlined, C1; native ones carry nothing or _[k]. */
  private Frame frame(String written) {
    var mark = mark(written);
    var name = mark == 0 ? written : written.substring(0, written.length() - MARK);
    return new Frame(name, mark != 0 && mark != 'k' && code.owns(name));
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
