package dev.hotspotter.render.formats;

import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes stacks for Grafana's flame graph panel: a table with the fields level, value, self and
 * label, with rows as JSON.
 */
public final class GrafanaFrames {

  /**
   * The limit that Grafana's own app for profiles asks Pyroscope for; more rows are narrower than a
   * pixel.
   */
  static final int MOST_ROWS = 16_384;

  static final long MOST_BYTES = 2 << 20;

  private GrafanaFrames() {}

  /** Writes the table; a sample has the weight each. */
  public static void write(FrameTree tree, long each, Path file)
      throws BadRecordingException, IOException {
    // the brackets of the array take two bytes
    JsonFile.write(FoldedTree.rows(tree, each, MOST_ROWS, MOST_BYTES - 2), file);
  }
}
