package dev.hotspotter.render;

import dev.hotspotter.plan.HotList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The hot list of collapsed stacks. */
public final class HotFrames {

  private static final int LENGTH = 20;

  /** The converter marks Java frames by how they ran: interpreted, compiled, inlined, C1; native ones carry nothing or _[k]. */
  private static final Pattern JAVA_FRAME = Pattern.compile("_\\[[0ji1]]$");

  private static final Pattern ANY_MARK = Pattern.compile("_\\[[0ji1k]]$");

  /** The JDK's own packages. */
  private static final Pattern PLATFORM = Pattern.compile("^(java|javax|jdk|sun|com\\.sun)\\..*");

  private HotFrames() {}

  public static HotList of(Path collapsed) throws IOException {
    var self = new HashMap<String, Long>();
    var application = new HashMap<String, Long>();
    long total = 0;
    try (var lines = Files.newBufferedReader(collapsed)) {
      for (String line; (line = lines.readLine()) != null; ) {
        var count = line.lastIndexOf(' ');
        var samples = Long.parseLong(line.substring(count + 1));
        var stack = line.substring(0, count).split(";");
        total += samples;
        self.merge(name(stack[stack.length - 1]), samples, Long::sum);
        innermostApplicationFrame(stack, application, samples);
      }
    }
    return new HotList(total, hottest(self, total), hottest(application, total));
  }

  private static void innermostApplicationFrame(String[] stack, Map<String, Long> application, long samples) {
    for (int i = stack.length - 1; i >= 0; i--) {
      if (JAVA_FRAME.matcher(stack[i]).find() && !PLATFORM.matcher(stack[i]).matches()) {
        application.merge(name(stack[i]), samples, Long::sum);
        return;
      }
    }
  }

  private static String name(String frame) {
    return ANY_MARK.matcher(frame).replaceFirst("");
  }

  private static List<HotList.HotFrame> hottest(Map<String, Long> samples, long total) {
    return samples.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey()))
        .limit(LENGTH)
        .map(e -> new HotList.HotFrame(e.getKey(), e.getValue(), 100.0 * e.getValue() / total))
        .toList();
  }
}
