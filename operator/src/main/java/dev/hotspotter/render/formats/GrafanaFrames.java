package dev.hotspotter.render.formats;

import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.nio.file.Path;

/** Stacks as Grafana's flame graph panel draws them: a table with the fields level, value, self and label, its rows as JSON. */
public final class GrafanaFrames {

  /** As many as Grafana itself asks Pyroscope for in its app for profiles; more are narrower than a pixel. */
  static final int MOST_ROWS = 16_384;

  static final long MOST_BYTES = 2 << 20;

  private GrafanaFrames() {}

  /** A sample counts each. */
  public static void write(FrameTree tree, long each, Path file)
      throws BadRecordingException, IOException {
    // what opens and closes the array is a byte each
    JsonFile.write(FoldedTree.rows(tree, each, MOST_ROWS, MOST_BYTES - 2), file);
  }
}
