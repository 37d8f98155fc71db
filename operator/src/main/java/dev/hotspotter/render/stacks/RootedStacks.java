package dev.hotspotter.render.stacks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The collapsed stacks of one target on their way into a merged graph.
 *
 * @param root the frame that each of them begins with there; null for none
 */
public record RootedStacks(Path collapsed, String root) {

  public static List<RootedStacks> plain(List<Path> collapsed) {
    return collapsed.stream().map(file -> new RootedStacks(file, null)).toList();
  }

  public BufferedReader open() throws IOException {
    var lines = Files.newBufferedReader(collapsed);
    return root == null ? lines : new BufferedReader(new EditedLines(lines, line -> Stacks.isHeader(line) ? line : root + ';' + line));
  }
}
