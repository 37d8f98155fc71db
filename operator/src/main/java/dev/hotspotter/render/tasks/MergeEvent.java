package dev.hotspotter.render.tasks;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.render.formats.GrafanaFrames;
import dev.hotspotter.render.stacks.FrameCounting;
import dev.hotspotter.render.stacks.HotFrames;
import dev.hotspotter.render.stacks.RootedStacks;
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
public record MergeEvent(Event event, List<Member> members, ApplicationCode code, String title, Path html, Path collapsed, Rows rows)
    implements RenderTask<MergeEvent.Done> {

  /** One target and its stacks. */
  public record Member(String pod, String container, RootedStacks stacks) {}

  /** Where the rows go, in which a sample counts each. */
  public record Rows(Path file, long each) {}

  /** The hottest frames over all targets, and how far each target is from the others. */
  public record Done(HotList hot, List<Outlier> outliers) {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    var stacks = members.stream().map(Member::stacks).toList();
    FlameGraphs.drawMerged(stacks, event, title, html);
    if (collapsed != null) {
      FlameGraphs.collapseMerged(stacks, event, collapsed);
    }
    if (rows != null) {
      GrafanaFrames.write(stacks, event, code, rows.each(), rows.file());
    }
    var counts = FrameCounting.of(inputs(), event, code);
    return new Done(HotFrames.of(counts, inputs(), event, code), outliers(counts));
  }

  /** One target's counts at a time, against those of all without it; targets without samples are like none. */
  private List<Outlier> outliers(FrameCounts fleet) throws BadRecordingException {
    var outliers = new ArrayList<Outlier>();
    for (var member : members) {
      var counts = FrameCounting.of(List.of(member.stacks().collapsed()), event, code);
      var others = fleet.without(counts);
      if (counts.samples() > 0 && others.samples() > 0) {
        outliers.add(Outlier.of(member.pod(), member.container(), counts, others));
      }
    }
    return Outlier.ranked(outliers);
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
