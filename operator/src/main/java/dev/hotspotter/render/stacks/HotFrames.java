package dev.hotspotter.render.stacks;

import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.comparison.FrameCounts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes the hot list in a second pass over the stacks. FrameCounting has found the hot frames in the
 * first pass; this one finds their paths.
 */
public final class HotFrames implements Consumer<Stack> {

  private static final int LENGTH = 20;
  private static final int LONGEST_PATH = 16;

  /**
   * The most paths kept. Deep recursion has as many paths as samples; then the lighter half is
   * dropped.
   */
  private static final int MOST_PATHS = 1_000;

  private final FrameCounts counts;

  /** The samples of each path to a hot frame, hottest frame first. */
  private final Map<String, Map<List<String>, Long>> self;

  private final Map<String, Map<List<String>, Long>> application;

  public HotFrames(FrameCounts counts) {
    this.counts = counts;
    self = hottest(counts.self());
    application = hottest(counts.application());
  }

  private static Map<String, Map<List<String>, Long>> hottest(Map<String, Long> samples) {
    return FrameCounts.hottest(samples, LENGTH).stream()
        .collect(Collectors.toMap(
            Function.identity(), frame -> new HashMap<>(), (a, b) -> a, LinkedHashMap::new));
  }

  @Override
  public void accept(Stack stack) {
    if (stack.profiler() >= 0) {
      return;
    }
    add(self.get(stack.innermost()), stack, stack.frames().length);
    if (stack.application() >= 0) {
      add(application.get(stack.applicationFrame()), stack, stack.application() + 1);
    }
  }

  private static void add(Map<List<String>, Long> paths, Stack stack, int end) {
    if (paths == null) {
      return;
    }
    paths.merge(stack.path(end, LONGEST_PATH), stack.samples(), Long::sum);
    if (paths.size() >= MOST_PATHS) {
      var light = paths.entrySet().stream()
          .sorted(Map.Entry.comparingByValue())
          .limit(MOST_PATHS / 2)
          .map(Map.Entry::getKey)
          .toList();
      light.forEach(paths::remove);
    }
  }

  public HotList list() {
    return new HotList(
        counts.samples(),
        list(self, counts.self()),
        list(application, counts.application()),
        counts.profiler());
  }

  private List<HotList.HotFrame> list(
      Map<String, Map<List<String>, Long>> paths, Map<String, Long> samples) {
    return paths.entrySet().stream()
        .map(hot -> {
          var count = samples.get(hot.getKey());
          return new HotList.HotFrame(
              hot.getKey(), count, counts.percent(count), heaviest(hot.getValue()));
        })
        .toList();
  }

  private static List<String> heaviest(Map<List<String>, Long> paths) {
    return paths.entrySet().stream()
        .max(Map.Entry.<List<String>, Long>comparingByValue()
            .thenComparing(path -> String.join(";", path.getKey())))
        .map(Map.Entry::getKey)
        .orElseThrow();
  }
}
