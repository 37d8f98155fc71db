package dev.hotspotter.render.tasks;

import dev.hotspotter.api.Event;
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
 * The stacks of one event of all a job's targets as one flame graph, and what they say.
 *
 * @param html where the flame graph goes
 * @param collapsed where the sum of the stacks goes; null if it is not asked for
 * @param rows the table for Grafana; null if it is not asked for
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

  /** Where the rows go, in which a sample counts each. */
  public record Rows(Path file, long each) {}

  /** The hottest frames over all targets, and how far each target is from the others. */
  public record Done(HotList hot, List<Outlier> outliers) {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    var stacks = new Stacks(event, code);
    return find(stacks, draw(stacks));
  }

  /** The first pass. The graph takes most of the memory, and has gone when the second begins. */
  private FrameCounts draw(Stacks stacks) throws BadRecordingException, IOException {
    var counting = new FrameCounting(event);
    var graph = new MergedGraph(title);
    stacks.read(members.stream().map(Member::stacks).toList(), counting.andThen(graph));
    graph.write(html, collapsed);
    return counting.counts();
  }

  /** The second pass, one target's counts at a time, against those of all without it; targets without samples are like none. */
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
