package dev.hotspotter.render.formats;

import dev.hotspotter.api.Event;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.stacks.EventStacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import one.convert.JfrToHeatmap;
import one.jfr.JfrReader;
import one.jfr.event.ExecutionSample;

/** Pages with the samples of an event over time. */
final class Heatmaps {

  /** The converter keeps each sample, and a page with more than these is too large for browsers. */
  static final long MOST_SAMPLES = 5_000_000;

  /**
   * The page remembers its time zone in the browser's storage. Sandboxed pages have none, and the script would end there. This
   * stands before the converter's own beginning, which browsers then take for what follows it.
   */
  private static final String WITHOUT_STORAGE = """
      <!DOCTYPE html>
      <script>Object.defineProperty(window, 'localStorage', {value: {getItem: () => null, setItem: () => {}}})</script>
      """;

  private Heatmaps() {}

  /** Says so in the page where there are more samples than most. */
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

  /** A few bytes of a recording can stand for any number of samples: threads that wait are recorded once for all. */
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
        <p>This heat map would have %2$d samples, and one can have %3$d. Record for a shorter time or with a longer interval, or look at the
        flame graph, which has them all.</p>
        """.formatted(title, samples, most);
  }
}
