package dev.hotspotter.render.tasks;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.formats.FrameTree;
import dev.hotspotter.render.formats.GrafanaFrames;
import dev.hotspotter.render.formats.MergedGraph;
import dev.hotspotter.render.stacks.FrameCounting;
import dev.hotspotter.render.stacks.HotFrames;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.comparison.FrameCounts;
import dev.hotspotter.report.comparison.Outlier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the stacks of one event over all targets: a flame graph, the hot list and the outliers.
 *
 * @param html the file of the flame graph
 * @param collapsed the file of the merged stacks; null if the job does not want it
 * @param rows the table for Grafana; null if the job does not want it
 */
public record MergeEvent(
    Event event,
    List<Member> members,
    ApplicationCode code,
    String title,
    Path html,
    Path collapsed,
    Rows rows)
    implements RenderTask<MergeEvent.Done> {

  /** One target and its stacks. */
  public record Member(String pod, String container, RootedStacks stacks) {}

  /** The file of the rows, and the weight of one sample. */
  public record Rows(Path file, long each) {}

  /** The hottest frames over all targets, and each target's distance from the others. */
  public record Done(HotList hot, List<Outlier> outliers) {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    var stacks = new Stacks(event, code);
    return find(stacks, draw(stacks));
  }

  /** The first pass. Its graph takes most of the memory, and is garbage before the second pass. */
  private FrameCounts draw(Stacks stacks) throws BadRecordingException, IOException {
    var counting = new FrameCounting(event);
    var graph = new MergedGraph(title);
    stacks.read(members.stream().map(Member::stacks).toList(), counting.andThen(graph));
    graph.write(html, collapsed);
    return counting.counts();
  }

  /**
   * The second pass: compares the counts of each target with those of all others. It skips targets
   * without samples.
   */
  private Done find(Stacks stacks, FrameCounts fleet) throws BadRecordingException, IOException {
    var hot = new HotFrames(fleet);
    var tree = new FrameTree();
    var all = rows == null ? hot : hot.andThen(tree);
    var outliers = new ArrayList<Outlier>();
    for (var member : members) {
      var counting = new FrameCounting(event);
      stacks.read(member.stacks(), all.andThen(counting));
      var counts = counting.counts();
      var others = fleet.without(counts);
      if (counts.samples() > 0 && others.samples() > 0) {
        outliers.add(Outlier.of(member.pod(), member.container(), counts, others));
      }
    }
    if (rows != null) {
      GrafanaFrames.write(tree, rows.each(), rows.file());
    }
    return new Done(hot.list(), Outlier.ranked(outliers));
  }

  @Override
  public List<Path> inputs() {
    return members.stream().map(member -> member.stacks().collapsed()).toList();
  }

  @Override
  public Class<Done> result() {
    return Done.class;
  }
}
