package dev.hotspotter.render.stacks;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.comparison.FrameCounts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The hot list of collapsed stacks: its frames follow from the counts, and the paths to them are read in a second pass. */
public final class HotFrames {

  private static final int LENGTH = 20;
  private static final int LONGEST_PATH = 16;

  /** Deep recursion has as many paths as samples; of so many the lighter half is forgotten. */
  private static final int MOST_PATHS = 1_000;

  /** For each hot frame the samples of every path that leads to it. */
  private final Map<String, Map<List<String>, Long>> self;
  private final Map<String, Map<List<String>, Long>> application;

  private HotFrames(List<String> self, List<String> application) {
    this.self = self.stream().collect(Collectors.toMap(Function.identity(), frame -> new HashMap<>()));
    this.application = application.stream().collect(Collectors.toMap(Function.identity(), frame -> new HashMap<>()));
  }

  /** The hottest frames over all these files of one event, which were counted so. */
  public static HotList of(FrameCounts counts, List<Path> collapsed, Event event, ApplicationCode code) throws BadRecordingException {
    var self = FrameCounts.hottest(counts.self(), LENGTH);
    var application = FrameCounts.hottest(counts.application(), LENGTH);
    var paths = new HotFrames(self, application);
    Stacks.read(collapsed, event, code, paths::add);
    return new HotList(
        counts.samples(),
        self.stream().map(frame -> hot(frame, counts.self().get(frame), counts, paths.self)).toList(),
        application.stream().map(frame -> hot(frame, counts.application().get(frame), counts, paths.application)).toList(),
        counts.profiler());
  }

  private void add(Stacks.Stack stack) {
    if (stack.profiler() >= 0) {
      return;
    }
    add(self.get(stack.innermost()), stack, stack.frames().length);
    if (stack.application() >= 0) {
      add(application.get(stack.applicationFrame()), stack, stack.application() + 1);
    }
  }

  private static void add(Map<List<String>, Long> paths, Stacks.Stack stack, int end) {
    if (paths == null) {
      return;
    }
    paths.merge(List.of(Arrays.copyOfRange(stack.frames(), Math.max(0, end - LONGEST_PATH), end)), stack.samples(), Long::sum);
    if (paths.size() >= MOST_PATHS) {
      var light = paths.entrySet().stream().sorted(Map.Entry.comparingByValue()).limit(MOST_PATHS / 2).map(Map.Entry::getKey).toList();
      light.forEach(paths::remove);
    }
  }

  private static HotList.HotFrame hot(
      String frame, long samples, FrameCounts counts, Map<String, Map<List<String>, Long>> paths) {
    var heaviest = paths.get(frame).entrySet().stream()
        .max(Map.Entry.<List<String>, Long>comparingByValue().thenComparing(path -> String.join(";", path.getKey())))
        .map(Map.Entry::getKey)
        .orElseThrow();
    return new HotList.HotFrame(frame, samples, counts.percent(samples), heaviest);
  }
}
