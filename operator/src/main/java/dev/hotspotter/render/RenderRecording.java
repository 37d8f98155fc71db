package dev.hotspotter.render;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.Format;
import dev.hotspotter.api.Recording;
import dev.hotspotter.plan.Answers;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.SampleWeight;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The files of one recording, for each event that was asked for.
 *
 * @param formats collapsed stacks among them
 * @param target how titles call the JVM
 * @param folder where the files go
 */
public record RenderRecording(Path jfr, Recording recording, List<Format> formats, ApplicationCode code, String target, Path folder)
    implements RenderTask<RenderRecording.Done> {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All samples by event, in the event's own unit. */
  public record Done(Map<Event, Long> samples) {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    var samples = new EnumMap<Event, Long>(Event.class);
    for (var event : recording.events()) {
      var stacks = List.of(file(event, Format.COLLAPSED));
      FlameGraphs.collapse(jfr, event, threads(), stacks.getFirst());
      for (var format : formats) {
        write(event, format, stacks);
      }
      samples.put(event, FrameCounting.of(stacks, event, code).samples());
    }
    if (Answers.areIn(recording)) {
      JSON.writeValue(answers().toFile(), RecordingAnswers.of(jfr, recording, code));
    }
    return new Done(samples);
  }

  private void write(Event event, Format format, List<Path> stacks) throws BadRecordingException, IOException {
    var title = "%s of %s".formatted(event.word(), target);
    switch (format) {
      case COLLAPSED -> {}
      case FLAMEGRAPH -> FlameGraphs.draw(stacks, event, title, file(event, format));
      case GRAFANA -> GrafanaFrames.write(RootedStacks.plain(stacks), event, code, SampleWeight.of(event, recording), file(event, format));
      default -> Formats.write(jfr, event, format, threads(), title, file(event, format));
    }
  }

  private boolean threads() {
    return Boolean.TRUE.equals(recording.threads());
  }

  public Path file(Event event, Format format) {
    return folder.resolve(event.word() + "." + format.ending());
  }

  /** What is not in stacks; there only if the recording answers anything. */
  public Path answers() {
    return folder.resolve("answers.json");
  }

  /** It is read once for each event and format. */
  @Override
  public List<Path> inputs() {
    return recording.events().stream().flatMap(event -> formats.stream()).map(format -> jfr).toList();
  }

  @Override
  public Class<Done> result() {
    return Done.class;
  }
}
