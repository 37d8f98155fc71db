package dev.hotspotter.render.formats;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.RenderLimitException;
import dev.hotspotter.render.stacks.EventStacks;
import dev.hotspotter.render.stacks.OwnTimeCollector;
import dev.hotspotter.render.stacks.RecordingReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import one.convert.Arguments;
import one.convert.JfrConverter;
import one.convert.JfrToOtlp;
import one.convert.JfrToPprof;
import one.jfr.JfrReader;
import one.jfr.event.EventCollector;

/**
 * Converts recordings to the formats that need the recording, with async-profiler's converter. The
 * others are made from its stacks.
 */
public final class Formats {

  private Formats() {}

  /** Writes one event of a recording; threads keeps threads apart, and pages show the title. */
  public static void write(
      Path jfr, Event event, Format format, boolean threads, String title, Path file)
      throws BadRecordingException, IOException {
    try {
      convert(jfr, event, format, threads, title, file);
    } catch (RenderLimitException e) {
      throw e;
    } catch (BadRecordingException e) {
      throw new BadRecordingException(
          "%1$s cannot be converted to %2$s: %3$s; remove %2$s from artifacts.formats, the recording is kept"
              .formatted(event.word(), format.word(), e.getMessage()),
          e);
    }
  }

  private static void convert(
      Path jfr, Event event, Format format, boolean threads, String title, Path file)
      throws BadRecordingException, IOException {
    switch (format) {
      case FLAMEGRAPH, COLLAPSED, GRAFANA ->
        throw new IllegalArgumentException("%s is made from the stacks".formatted(format.word()));
      case HEATMAP -> Heatmaps.draw(jfr, event, threads, title, file, Heatmaps.MOST_SAMPLES);
      case PPROF -> {
        var converter = convert(jfr, reader -> new JfrToPprof(reader, arguments(event, threads)) {
          @Override
          protected EventCollector createCollector(Arguments arguments) {
            return OwnTimeCollector.in(
                super.createCollector(arguments),
                arguments,
                () -> jfr,
                sample -> excludeStack(sample.stackTraceId, sample.tid, sample.classId()));
          }
        });
        try (var out = Files.newOutputStream(file);
            var compressed = new GZIPOutputStream(out)) {
          dump(converter::dump, compressed);
        }
      }
      case OTLP -> {
        var converter = convert(jfr, reader -> new JfrToOtlp(reader, arguments(event, threads)) {
          @Override
          protected EventCollector createCollector(Arguments arguments) {
            return OwnTimeCollector.in(
                super.createCollector(arguments),
                arguments,
                () -> jfr,
                sample -> excludeStack(sample.stackTraceId, sample.tid, sample.classId()));
          }
        });
        write(converter::dump, file);
      }
    }
  }

  /**
   * Appends a recording to a file of others. The chunks of a JFR file may be from several JVMs,
   * because each chunk is self-contained.
   */
  public static void append(Path jfr, Path all) throws IOException {
    try (var out =
        Files.newOutputStream(all, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      Files.copy(jfr, out);
    }
  }

  /** A factory of converters. */
  @FunctionalInterface
  interface Converter<T extends JfrConverter> {

    T of(JfrReader reader);
  }

  /** A writer of the converter's result. */
  @FunctionalInterface
  interface Dump {

    void to(OutputStream out) throws IOException;
  }

  static <T extends JfrConverter> T convert(Path jfr, Converter<T> converter)
      throws BadRecordingException {
    return Conversion.read(() -> {
      try (var reader = new RecordingReader(jfr)) {
        var conversion = converter.of(reader);
        conversion.convert();
        return conversion;
      }
    });
  }

  static void write(Dump dump, Path file) throws BadRecordingException, IOException {
    try (var out = Files.newOutputStream(file)) {
      dump(dump, out);
    }
  }

  static void dump(Dump dump, OutputStream out) throws BadRecordingException, IOException {
    Conversion.write(() -> {
      dump.to(Conversion.loud(out));
      return out;
    });
  }

  /**
   * The converter's options, equal for all formats. Without norm, lambda classes have different
   * names in each JVM, and the stacks of two pods would not merge.
   */
  static Arguments arguments(Event event, boolean threads, String... more) {
    var options = new ArrayList<>(List.of("--dot", "--norm"));
    options.addAll(EventStacks.type(event));
    options.addAll(List.of(EventStacks.only(event, threads)));
    options.addAll(List.of(more));
    return new Arguments(options.toArray(String[]::new));
  }
}
