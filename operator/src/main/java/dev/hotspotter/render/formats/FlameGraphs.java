package dev.hotspotter.render.formats;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.stacks.EventStacks;
import dev.hotspotter.render.stacks.RecordedStacks;
import dev.hotspotter.render.stacks.StackSlices;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.answers.ApplicationCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import one.convert.Arguments;

/**
 * Converts recordings to collapsed stacks or a flame graph, and two trees to a differential flame
 * graph.
 */
public final class FlameGraphs {

  /**
   * Scrolls to the root at the bottom. A deep stack makes the page higher than its window, and the
   * top shows only tips or nothing.
   */
  private static final String BEGIN_AT_THE_ROOT =
      "<script>scrollTo(0, document.body.scrollHeight)</script>\n";

  private FlameGraphs() {}

  /**
   * Writes the collapsed stacks of one event, as FlameGraph tools read them. These tools add up
   * equal lines. With threads, each stack begins with its thread.
   */
  public static void collapse(Path jfr, Event event, boolean threads, Path collapsed)
      throws BadRecordingException, IOException {
    var arguments = Formats.arguments(event, threads, "--output", "collapsed");
    var stacks = Conversion.read(() -> RecordedStacks.parse(jfr, arguments));
    Formats.write(
        EventStacks.countSamples(event) ? stacks::dump : stacks::writeByObservation, collapsed);
  }

  /**
   * Writes the collapsed stacks after a header with the number of samples per independent
   * observation.
   */
  public static void collapse(
      Path jfr, Event event, boolean threads, ApplicationCode code, Path collapsed)
      throws BadRecordingException, IOException {
    if (!EventStacks.countSamples(event)) {
      collapse(jfr, event, threads, collapsed);
      return;
    }
    var slices = new StackSlices(code);
    var arguments = Formats.arguments(event, threads, "--output", "collapsed");
    var stacks = Conversion.read(() -> RecordedStacks.parse(jfr, arguments, slices));
    var header = Stacks.header(Conversion.read(slices::samplesPerObservation));
    Formats.write(
        out -> {
          out.write(header.getBytes(StandardCharsets.UTF_8));
          stacks.dump(out);
        },
        collapsed);
  }

  /**
   * Draws a flame graph of the stacks, coloured by the change from the baseline. Baseline samples
   * count scale times; frames only in the baseline are left out.
   */
  public static void drawDifference(
      FrameTree baseline, double scale, FrameTree stacks, String title, Path html)
      throws BadRecordingException, IOException {
    var arguments = arguments(title);
    writePage(
        Conversion.read(() -> DifferenceGraph.of(baseline, scale, stacks, arguments))::dump, html);
  }

  static void writePage(Formats.Dump dump, Path html) throws BadRecordingException, IOException {
    Page.write(dump, new Page.Around("", BEGIN_AT_THE_ROOT), html);
  }

  /** The options for a page of stacks that are already in memory. */
  static Arguments arguments(String title) {
    return new Arguments("--output", "html", "--title", Page.title(title));
  }
}
