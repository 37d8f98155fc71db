package dev.hotspotter.render.stacks;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.report.answers.InlinedCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import one.jfr.event.ExecutionSample;

/** Counts the samples in inlined methods, for events of CPU and wall time. */
public final class InlinedSamples {

  private static final String ON_CPU = "STATE_DEFAULT";

  private final Optional<Event> engine;
  private final boolean wall;
  private final Map<Event, Count> counts = new HashMap<>();

  public InlinedSamples(Recording recording) {
    engine = recording.engine();
    wall = recording.types().contains(Event.WALL);
  }

  /** The sums of one event. */
  private static final class Count {

    private final Map<String, Long> frames = new HashMap<>();
    private long samples;
    private long uncertain;
    private long impossible;
  }

  /**
   * Adds a sample. The frames of a waiting thread are exact; they show that it waits, its state
   * does not.
   */
  public void add(ExecutionSample sample, RecordingReader jfr, ChunkNames names) {
    var onCpu = ON_CPU.equals(jfr.getEnumValue("jdk.types.ThreadState", sample.threadState));
    var event = onCpu ? engine : Optional.of(Event.WALL).filter(e -> wall);
    if (event.isEmpty()) {
      return;
    }
    var count = counts.computeIfAbsent(event.get(), e -> new Count());
    count.samples += sample.samples;
    var stack = jfr.stackTraces.get(sample.stackTraceId);
    if (jfr.isCorrected(sample.stackTraceId)) {
      count.impossible += sample.samples;
    } else if (stack != null && jfr.guessed(stack) >= 0) {
      count.uncertain += sample.samples;
      count.frames.merge(names.name(stack, jfr.guessed(stack)), (long) sample.samples, Long::sum);
    }
  }

  /** The counts by the event's name; null if there are none. */
  public Map<String, InlinedCode> result() {
    var result = new TreeMap<String, InlinedCode>();
    counts.forEach((event, count) -> result.put(event.word(), code(count)));
    return result.isEmpty() ? null : result;
  }

  private static InlinedCode code(Count count) {
    var frames = count.frames.entrySet().stream()
        .map(frame -> new InlinedCode.Frame(frame.getKey(), frame.getValue()))
        .toList();
    return InlinedCode.of(count.samples, count.uncertain, count.impossible, frames);
  }
}
