package dev.hotspotter.testing;

import java.io.IOException;
import java.nio.file.Files;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** A flame graph as its viewers see it, read from the page by async-profiler's converter. */
public final class FlameGraphPage {

  private FlameGraphPage() {}

  /**
   * The share of the graph's width below frames whose name contains the text, from the page's own
   * search.
   */
  public static double share(String html, String frame) throws IOException {
    var page = Files.createTempFile("flame-graph", ".html");
    var stacks = Files.createTempFile("flame-graph", ".collapsed");
    try {
      Files.writeString(page, html);
      FlameGraph.convert(
          page.toString(), stacks.toString(), new Arguments("--output", "collapsed"));
      return shareOfStacks(Files.readString(stacks), frame);
    } finally {
      Files.delete(page);
      Files.delete(stacks);
    }
  }

  /** The percentage of samples with the frame anywhere in the stack. */
  public static double shareOfStacks(String collapsed, String frame) {
    long all = 0;
    long hot = 0;
    for (var line : collapsed.lines().toList()) {
      var samples = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
      all += samples;
      hot += line.contains(frame) ? samples : 0;
    }
    return 100.0 * hot / all;
  }
}
