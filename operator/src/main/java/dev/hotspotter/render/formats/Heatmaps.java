package dev.hotspotter.render.formats;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.stacks.EventStacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import one.convert.JfrToHeatmap;
import one.jfr.JfrReader;
import one.jfr.event.ExecutionSample;

/** Draws pages with the samples of an event over time. */
final class Heatmaps {

  /**
   * The maximum number of samples. The converter keeps each sample, and browsers cannot load a
   * larger page.
   */
  static final long MOST_SAMPLES = 5_000_000;

  /**
   * A replacement for the browser's storage, where the page keeps its time zone. A sandboxed page
   * has no storage, and its script would fail. This text stands before the converter's doctype,
   * which browsers then ignore.
   */
  private static final String WITHOUT_STORAGE = """
      <!DOCTYPE html>
      <script>Object.defineProperty(window, 'localStorage', {value: {getItem: () => null, setItem: () => {}}})</script>
      """;

  private Heatmaps() {}

  /** Draws the page; it shows a message if there are more samples than most. */
  static void draw(Path jfr, Event event, boolean threads, String title, Path html, long most)
      throws BadRecordingException, IOException {
    var samples = Conversion.read(() -> samples(jfr, event));
    if (samples > most) {
      Files.writeString(html, tooMany(Page.title(title), samples, most));
      return;
    }
    var converter = Formats.convert(
        jfr,
        reader -> new JfrToHeatmap(
            reader, Formats.arguments(event, threads, "--title", Page.title(title))));
    Page.write(converter::dump, new Page.Around(WITHOUT_STORAGE, ""), html);
  }

  /**
   * The number of samples. A few bytes can stand for any number of them, because the profiler
   * records a waiting thread once.
   */
  private static long samples(Path jfr, Event event) throws IOException {
    long samples = 0;
    try (var reader = new JfrReader(jfr.toString())) {
      for (one.jfr.event.Event one;
          (one = reader.readEvent(EventStacks.recorded(event))) != null; ) {
        samples +=
            one instanceof ExecutionSample sample && onCpu(reader, sample) != event.isEngine()
                ? 0
                : Math.max(1, one.samples());
      }
    }
    return samples;
  }

  private static boolean onCpu(JfrReader reader, ExecutionSample sample) {
    return "STATE_DEFAULT".equals(reader.getEnumValue("jdk.types.ThreadState", sample.threadState));
  }

  private static String tooMany(String title, long samples, long most) {
    return """
        <!DOCTYPE html>
        <title>%1$s</title>
        <h1>%1$s</h1>
        <p>This heat map would have %2$d samples; the maximum is %3$d. Record for a shorter time or
        with a longer interval, or look at the flame graph, which has all samples.</p>
        """.formatted(title, samples, most);
  }
}
