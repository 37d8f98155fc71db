package dev.hotspotter.render.tasks;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.formats.Formats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Converts one event of a recording to a file. */
public record ConvertRecording(
    Path jfr, Event event, Format format, boolean threads, String title, Path file)
    implements RenderTask<ConvertRecording.Done> {

  /** The empty result: the file exists. */
  public record Done() {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    Formats.write(jfr, event, format, threads, title, file);
    return new Done();
  }

  @Override
  public List<Path> inputs() {
    return List.of(jfr);
  }

  @Override
  public Class<Done> result() {
    return Done.class;
  }
}
