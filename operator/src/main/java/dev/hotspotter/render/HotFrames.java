package dev.hotspotter.render;

import dev.hotspotter.api.Event;
import dev.hotspotter.plan.HotList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The hot list of collapsed stacks, read as the converter writes them from recordings: another pass through it loses marks. */
public final class HotFrames {

  private static final int LENGTH = 20;

  /** The converter marks Java frames by how they ran: interpreted, compiled, inlined, C1; native ones carry nothing or _[k]. */
  private static final Pattern JAVA_FRAME = Pattern.compile("_\\[[0ji1]]$");

  private static final Pattern ANY_MARK = Pattern.compile("_\\[[0ji1k]]$");

  /** The JDK's own packages. */
  private static final Pattern PLATFORM = Pattern.compile("^(java|javax|jdk|sun|com\\.sun)\\..*");

  private final Map<String, Long> self = new HashMap<>();
  private final Map<String, Long> application = new HashMap<>();
  private long total;

  /** Stacks of alloc, live and lock end with the class of the object, marked like an inlined method. */
  private final int classes;

  private HotFrames(Event event) {
    classes = EventStacks.endWithAClass(event) ? 1 : 0;
  }

  /** The hottest frames over all these files of one event. */
  public static HotList of(List<Path> collapsed, Event event) throws BadRecordingException {
    return Conversion.read(() -> read(collapsed, event));
  }

  private static HotList read(List<Path> collapsed, Event event) throws IOException {
    var frames = new HotFrames(event);
    for (var file : collapsed) {
      try (var lines = Files.newBufferedReader(file)) {
        for (String line; (line = lines.readLine()) != null; ) {
          frames.add(line);
        }
      }
    }
    return new HotList(frames.total, frames.hottest(frames.self), frames.hottest(frames.application));
  }

  private void add(String line) {
    var count = line.lastIndexOf(' ');
    var samples = Long.parseLong(line.substring(count + 1));
    var stack = line.substring(0, count).split(";");
    total += samples;
    self.merge(name(stack[stack.length - 1]), samples, Long::sum);
    for (int i = stack.length - 1 - classes; i >= 0; i--) {
      if (JAVA_FRAME.matcher(stack[i]).find() && !PLATFORM.matcher(stack[i]).matches()) {
        application.merge(name(stack[i]), samples, Long::sum);
        return;
      }
    }
  }

  private static String name(String frame) {
    return ANY_MARK.matcher(frame).replaceFirst("");
  }

  private List<HotList.HotFrame> hottest(Map<String, Long> samples) {
    return samples.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey()))
        .limit(LENGTH)
        .map(e -> new HotList.HotFrame(e.getKey(), e.getValue(), 100.0 * e.getValue() / total))
        .toList();
  }
}
