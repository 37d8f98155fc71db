package dev.hotspotter.render;

import dev.hotspotter.api.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** Recordings to collapsed stacks, and collapsed stacks of one or many recordings to a flame graph, by async-profiler's converter. */
public final class FlameGraphs {

  /** The root is at the bottom. A page higher than its window, as one deep stack makes it, would show tips alone, or nothing at all. */
  private static final byte[] BEGIN_AT_THE_ROOT = "<script>scrollTo(0, document.body.scrollHeight)</script>\n".getBytes(StandardCharsets.UTF_8);

  private FlameGraphs() {}

  /** The stacks of one event of a recording as FlameGraph tools read them, which add up lines with the same stack. */
  public static void collapse(Path jfr, Event event, Path collapsed) throws BadRecordingException, IOException {
    collapse(jfr, event, false, collapsed);
  }

  /** As above; with threads, each stack begins with its thread. */
  public static void collapse(Path jfr, Event event, boolean threads, Path collapsed) throws BadRecordingException, IOException {
    var arguments = Formats.arguments(event, threads, "--output", "collapsed");
    var stacks = Conversion.read(() -> RecordedStacks.parse(jfr, arguments));
    write(EventStacks.countSamples(event) ? stacks::dump : stacks::writeByObservation, collapsed);
  }

  /** One event of a recording as a flame graph. */
  static void draw(Path jfr, Event event, boolean threads, String title, Path html) throws BadRecordingException, IOException {
    var arguments = Formats.arguments(event, threads, "--output", "html", "--title", title);
    writePage(Conversion.read(() -> RecordedStacks.parse(jfr, arguments))::dump, html);
  }

  /** One flame graph over all the given collapsed stacks, as a page that needs nothing else. */
  public static void draw(List<Path> collapsed, Event event, String title, Path html)
      throws BadRecordingException, IOException {
    drawMerged(RootedStacks.plain(collapsed), event, title, html);
  }

  /** As above, of stacks that may have a root. */
  public static void drawMerged(List<RootedStacks> stacks, Event event, String title, Path html)
      throws BadRecordingException, IOException {
    var arguments = new Arguments(options(event, "html", "--title", title));
    writePage(Conversion.read(() -> merge(stacks, arguments))::dump, html);
  }

  /** The sum of the given collapsed stacks, as collapsed stacks. */
  public static void collapseMerged(List<RootedStacks> stacks, Event event, Path collapsed) throws BadRecordingException, IOException {
    write(Conversion.read(() -> merge(stacks, new Arguments(options(event, "collapsed"))))::dump, collapsed);
  }

  /**
   * One flame graph over the collapsed stacks, coloured by what is more or less than in the baseline's stacks, each of which
   * counts scale times; frames that only the baseline has are not in it. The scratch file may be overwritten.
   */
  public static void drawDifference(
      List<Path> baseline, double scale, Path scratch, List<Path> collapsed, Event event, String title, Path html)
      throws BadRecordingException, IOException {
    collapseMerged(RootedStacks.plain(baseline), event, scratch);
    var arguments = new Arguments(options(event, "html", "--title", title));
    var graph = Conversion.read(() -> merge(RootedStacks.plain(collapsed), arguments));
    Conversion.read(() -> {
      var scaled = new FlameGraph(arguments);
      try (var lines = Files.newBufferedReader(scratch)) {
        scaled.parseCollapsed(new EditedLines(lines, new ScaledStacks(scale)));
      }
      graph.diff(scaled);
      return graph;
    });
    writePage(graph::dump, html);
  }

  private static FlameGraph merge(List<RootedStacks> stacks, Arguments arguments) throws IOException {
    var graph = new FlameGraph(arguments);
    for (var target : stacks) {
      try (var reader = target.open()) {
        graph.parseCollapsed(reader);
      }
    }
    return graph;
  }

  private static void writePage(Formats.Dump dump, Path html) throws BadRecordingException, IOException {
    try (var out = Files.newOutputStream(html)) {
      Formats.dump(dump, out);
      out.write(BEGIN_AT_THE_ROOT);
    }
  }

  private static void write(Formats.Dump dump, Path file) throws BadRecordingException, IOException {
    try (var out = Files.newOutputStream(file)) {
      Formats.dump(dump, out);
    }
  }

  /** Without norm each JVM's names of lambda classes differ, and the graphs of two pods would not fall together. */
  private static String[] options(Event event, String output, String... more) {
    var options = new ArrayList<>(List.of("--output", output, "--dot", "--norm"));
    options.addAll(EventStacks.type(event));
    options.addAll(List.of(more));
    return options.toArray(String[]::new);
  }
}
