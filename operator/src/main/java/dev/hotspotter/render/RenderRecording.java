package dev.hotspotter.render;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.Recording;
import dev.hotspotter.plan.ApplicationCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The graphs of one recording, for each event that was asked for.
 *
 * @param target how titles call the JVM
 * @param folder where the files go: {event}.collapsed and {event}.html
 */
public record RenderRecording(Path jfr, Recording recording, String target, Path folder) implements RenderTask<RenderRecording.Done> {

  /** Whose the frames are does not matter for their number. */
  private static final ApplicationCode ANY_CODE = new ApplicationCode(Set.of(), Set.of());

  /** All samples by event, in the event's own unit. */
  public record Done(Map<Event, Long> samples) {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    var samples = new EnumMap<Event, Long>(Event.class);
    for (var event : recording.events()) {
      var stacks = collapsed(event);
      FlameGraphs.collapse(jfr, event, Boolean.TRUE.equals(recording.threads()), stacks);
      FlameGraphs.draw(List.of(stacks), event, "%s of %s".formatted(event.word(), target), html(event));
      samples.put(event, FrameCounting.of(List.of(stacks), event, ANY_CODE).samples());
    }
    return new Done(samples);
  }

  public Path collapsed(Event event) {
    return folder.resolve(event.word() + ".collapsed");
  }

  public Path html(Event event) {
    return folder.resolve(event.word() + ".html");
  }

  @Override
  public List<Path> inputs() {
    return recording.events().stream().map(event -> jfr).toList();
  }

  @Override
  public Class<Done> result() {
    return Done.class;
  }
}
