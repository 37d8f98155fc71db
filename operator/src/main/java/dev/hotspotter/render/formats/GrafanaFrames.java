package dev.hotspotter.render.formats;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.answers.ApplicationCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Stacks as Grafana's flame graph panel draws them: a table with the fields level, value, self and label, its rows as JSON. */
public final class GrafanaFrames {

  /** As many as Grafana itself asks Pyroscope for in its app for profiles; more are narrower than a pixel. */
  static final int MOST_ROWS = 16_384;

  static final long MOST_BYTES = 2 << 20;

  private GrafanaFrames() {}

  /** All these stacks together; a sample counts each. */
  public static void write(List<RootedStacks> stacks, Event event, ApplicationCode code, long each, Path file)
      throws BadRecordingException, IOException {
    var tree = new FrameTree();
    Stacks.readRooted(stacks, event, code, tree::add);
    // what opens and closes the array is a byte each
    var rows = FoldedTree.rows(tree, each, MOST_ROWS, MOST_BYTES - 2);
    JsonFile.write(rows, file);
  }
}
