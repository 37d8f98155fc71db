package dev.hotspotter.render.tasks;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.answers.AnswersReader;
import dev.hotspotter.render.formats.FlameGraphs;
import dev.hotspotter.render.formats.Formats;
import dev.hotspotter.render.formats.FrameTree;
import dev.hotspotter.render.formats.GrafanaFrames;
import dev.hotspotter.render.formats.JsonFile;
import dev.hotspotter.render.formats.MergedGraph;
import dev.hotspotter.render.stacks.FrameCounting;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.stacks.Stacks;
import dev.hotspotter.report.SampleWeight;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.InlinedCode;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.comparison.FrameCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Renders the files of one recording, for each event of the job.
 *
 * @param formats all formats, which always include collapsed stacks
 * @param target the name of the JVM in titles
 * @param folder the folder of the files
 */
public record RenderRecording(
    Path jfr,
    Recording recording,
    List<Format> formats,
    ApplicationCode code,
    String target,
    Path folder)
    implements RenderTask<RenderRecording.Done> {

  /**
   * The content of the files.
   *
   * @param samples by event, in the event's own unit
   * @param profiler samples of the recording's own work, by event and by the profiler's function
   * @param inlined samples in inlined methods, by event
   */
  public record Done(
      Map<Event, Long> samples,
      Map<Event, Map<String, Long>> profiler,
      Map<String, InlinedCode> inlined) {}

  @Override
  public Done run() throws BadRecordingException, IOException {
    var samples = new EnumMap<Event, Long>(Event.class);
    var profiler = new EnumMap<Event, Map<String, Long>>(Event.class);
    for (var event : recording.types()) {
      var counts = write(event);
      samples.put(event, counts.samples());
      profiler.put(event, counts.profiler());
    }
    if (!ProfileAnswers.areIn(recording)) {
      return new Done(samples, profiler, Map.of());
    }
    var answers = AnswersReader.of(jfr, recording, code);
    JsonFile.write(answers, answers());
    return new Done(samples, profiler, Objects.requireNonNullElse(answers.inlined(), Map.of()));
  }

  /** Reads the stacks again for each file, so that memory holds one graph at a time. */
  private FrameCounts write(Event event) throws BadRecordingException, IOException {
    var title = "%s of %s".formatted(event.word(), target);
    var collapsed = new RootedStacks(file(event, Format.COLLAPSED), null);
    FlameGraphs.collapse(jfr, event, threads(), code, collapsed.collapsed());
    var stacks = new Stacks(event, code);
    for (var format : formats) {
      var file = file(event, format);
      switch (format) {
        case COLLAPSED -> {}
        case FLAMEGRAPH -> stacks.read(collapsed, new MergedGraph(title)).write(file, null);
        case GRAFANA ->
          GrafanaFrames.write(
              stacks.read(collapsed, new FrameTree()), SampleWeight.of(event, recording), file);
        default -> Formats.write(jfr, event, format, threads(), title, file);
      }
    }
    return stacks.read(collapsed, new FrameCounting(event)).counts();
  }

  private boolean threads() {
    return Boolean.TRUE.equals(recording.threads());
  }

  public Path file(Event event, Format format) {
    return folder.resolve(event.word() + "." + format.ending());
  }

  /** The file of the answers; it exists only if the recording gives any. */
  public Path answers() {
    return folder.resolve("answers.json");
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
