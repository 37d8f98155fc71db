package dev.hotspotter.render.tasks;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.render.formats.FrameTree;
import dev.hotspotter.render.stacks.FrameCounting;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.Differences;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares one event of a job with its baseline. It draws the differential flame graph only if both
 * have samples.
 *
 * @param html the file of the differential flame graph
 */
public record CompareEvent(
    Event event,
    List<Path> baseline,
    List<Path> collapsed,
    ApplicationCode code,
    String title,
    Path html)
    implements RenderTask<Differences> {

  @Override
  public Differences run() throws BadRecordingException, IOException {
    var countingBefore = new FrameCounting(event);
    var countingNow = new FrameCounting(event);
    var treeBefore = read(baseline, countingBefore);
    var treeNow = read(collapsed, countingNow);
    var before = countingBefore.counts();
    var now = countingNow.counts();
    if (before.samples() == 0 || now.samples() == 0) {
      return Differences.none(
          Reasons.BASELINE_EVENT_MISSING,
          "%s has no samples of it; record both jobs under load"
              .formatted(before.samples() == 0 ? "the baseline" : "this job"));
    }
    FlameGraphs.drawDifference(
        treeBefore, (double) now.samples() / before.samples(), treeNow, title, html);
    return Differences.between(before, now, event);
  }

  /** Counts the profiler's samples, but leaves them out of the tree. */
  private FrameTree read(List<Path> files, FrameCounting counting) throws BadRecordingException {
    var tree = new FrameTree();
    new Stacks(event, code).read(RootedStacks.plain(files), counting.andThen(stack -> {
      if (stack.profiler() < 0) {
        tree.accept(stack);
      }
    }));
    return tree;
  }

  @Override
  public List<Path> inputs() {
    return Stream.concat(baseline.stream(), collapsed.stream()).toList();
  }

  @Override
  public Class<Differences> result() {
    return Differences.class;
  }
}
