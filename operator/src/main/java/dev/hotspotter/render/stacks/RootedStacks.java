package dev.hotspotter.render.stacks;

import java.nio.file.Path;
import java.util.List;

/**
 * The file with the collapsed stacks of one target.
 *
 * @param root the first frame of each stack in graphs that keep targets apart; null for none
 */
public record RootedStacks(Path collapsed, String root) {

  public static List<RootedStacks> plain(List<Path> collapsed) {
    return collapsed.stream().map(file -> new RootedStacks(file, null)).toList();
  }
}
