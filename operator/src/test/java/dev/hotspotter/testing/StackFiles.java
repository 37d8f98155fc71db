package dev.hotspotter.testing;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.formats.MergedGraph;
import dev.hotspotter.render.stacks.FrameCounting;
import dev.hotspotter.render.stacks.HotFrames;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.stacks.Stack;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.comparison.FrameCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Reads files of collapsed stacks as one recording. */
public final class StackFiles {

  private StackFiles() {}

  public static FrameCounts counts(Event event, Path... files) throws BadRecordingException {
    return read(event, RootedStacks.plain(List.of(files)), new FrameCounting(event))
        .counts();
  }

  public static HotList hot(Event event, Path... files) throws BadRecordingException {
    return read(event, RootedStacks.plain(List.of(files)), new HotFrames(counts(event, files)))
        .list();
  }

  public static Path draw(String title, Path html, Path... files)
      throws BadRecordingException, IOException {
    merge(RootedStacks.plain(List.of(files)), title, html, null);
    return html;
  }

  public static void merge(List<RootedStacks> stacks, String title, Path html, Path collapsed)
      throws BadRecordingException, IOException {
    read(Event.CPU, stacks, new MergedGraph(title)).write(html, collapsed);
  }

  public static <R extends Consumer<Stack>> R read(Event event, List<RootedStacks> stacks, R reader)
      throws BadRecordingException {
    return new Stacks(event, new ApplicationCode(Set.of(), Set.of())).read(stacks, reader);
  }
}
