package dev.hotspotter.render.formats;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.stacks.EventStacks;
import dev.hotspotter.render.stacks.RecordedStacks;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.stacks.StackSlices;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.answers.ApplicationCode;
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
  private static final String BEGIN_AT_THE_ROOT = "<script>scrollTo(0, document.body.scrollHeight)</script>\n";

  private FlameGraphs() {}

  /** The stacks of one event of a recording as FlameGraph tools read them, which add up lines with the same stack. */
  public static void collapse(Path jfr, Event event, Path collapsed) throws BadRecordingException, IOException {
    collapse(jfr, event, false, collapsed);
  }

  /** As above; with threads, each stack begins with its thread. */
  public static void collapse(Path jfr, Event event, boolean threads, Path collapsed) throws BadRecordingException, IOException {
    var arguments = Formats.arguments(event, threads, "--output", "collapsed");
    var stacks = Conversion.read(() -> RecordedStacks.parse(jfr, arguments));
    Formats.write(EventStacks.countSamples(event) ? stacks::dump : stacks::writeByObservation, collapsed);
  }

  /** As above; a first line says how many samples are worth one that is independent of all others. */
  public static void collapse(Path jfr, Event event, boolean threads, ApplicationCode code, Path collapsed) throws BadRecordingException, IOException {
    if (!EventStacks.countSamples(event)) {
      collapse(jfr, event, threads, collapsed);
      return;
    }
    var slices = new StackSlices(code);
    var arguments = Formats.arguments(event, threads, "--output", "collapsed");
    var stacks = Conversion.read(() -> RecordedStacks.parse(jfr, arguments, slices));
    var header = Stacks.header(Conversion.read(slices::samplesPerObservation));
    Formats.write(out -> {
      out.write(header.getBytes(StandardCharsets.UTF_8));
      stacks.dump(out);
    }, collapsed);
  }

  /** One event of a recording as a flame graph. */
  static void draw(Path jfr, Event event, boolean threads, String title, Path html) throws BadRecordingException, IOException {
    var arguments = Formats.arguments(event, threads, "--output", "html", "--title", Page.title(title));
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
    var arguments = new Arguments(options(event, "html", "--title", Page.title(title)));
    writePage(Conversion.read(() -> merge(stacks, arguments))::dump, html);
  }

  /** The sum of the given collapsed stacks, as collapsed stacks. */
  public static void collapseMerged(List<RootedStacks> stacks, Event event, Path collapsed) throws BadRecordingException, IOException {
    Formats.write(Conversion.read(() -> merge(stacks, new Arguments(options(event, "collapsed"))))::dump, collapsed);
  }

  /**
   * One flame graph over the collapsed stacks, coloured by what is more or less than in the baseline's stacks, each of which
   * counts scale times; frames that only the baseline has are not in it, nor is the recordings' own work.
   */
  public static void drawDifference(List<Path> baseline, double scale, List<Path> collapsed, Event event, ApplicationCode code, String title, Path html)
      throws BadRecordingException, IOException {
    var before = tree(baseline, event, code);
    var now = tree(collapsed, event, code);
    var arguments = new Arguments(options(event, "html", "--title", Page.title(title)));
    writePage(Conversion.read(() -> DifferenceGraph.of(before, scale, now, arguments))::dump, html);
  }

  private static FrameTree tree(List<Path> collapsed, Event event, ApplicationCode code) throws BadRecordingException {
    var tree = new FrameTree();
    Stacks.read(collapsed, event, code, stack -> {
      if (stack.profiler() < 0) {
        tree.add(stack);
      }
    });
    return tree;
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
    Page.write(dump, new Page.Around("", BEGIN_AT_THE_ROOT), html);
  }

  /** Without norm each JVM's names of lambda classes differ, and the graphs of two pods would not fall together. */
  private static String[] options(Event event, String output, String... more) {
    var options = new ArrayList<>(List.of("--output", output, "--dot", "--norm"));
    options.addAll(EventStacks.type(event));
    options.addAll(List.of(more));
    return options.toArray(String[]::new);
  }
}
