package dev.hotspotter.render;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.Recording;
import dev.hotspotter.plan.Answers;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.Latencies;
import dev.hotspotter.plan.TracedCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import one.jfr.JfrReader;
import one.jfr.event.ContendedLock;
import one.jfr.event.ExecutionSample;
import one.jfr.event.MethodTrace;

/** What a recording says besides stacks, in one pass by the converter's reader, and one by the JDK's over what the JVM itself recorded. */
public final class RecordingAnswers {

  /** Exceptions are traced by the method that each calls when it is made. */
  private static final String THROWN = "java.lang.Throwable.fillInStackTrace";

  /** The profiler describes all types of its own in each chunk. */
  private static final String OF_THE_PROFILER = "profiler.WallClockSample";

  private final Recording recording;
  private final ApplicationCode code;
  private final WallTimes wall = new WallTimes();
  private final Contention locks = new Contention();
  private final Map<String, Latencies> calls = new HashMap<>();
  private final JvmEvents jvm = new JvmEvents();

  private RecordingAnswers(Recording recording, ApplicationCode code) {
    this.recording = recording;
    this.code = code;
  }

  /** A file is made and deleted beside the recording, which holds what was asked for. */
  public static Answers of(Path jfr, Recording recording, ApplicationCode code) throws BadRecordingException, IOException {
    var answers = new RecordingAnswers(recording, code);
    var summary = Conversion.read(() -> answers.read(jfr));
    if (recording.jfrSync() != null) {
      LeadingChunks.with(jfr, summary.chunksOfTheJvm, chunks -> {
        answers.jvm.read(chunks);
        return chunks;
      });
    }
    return Conversion.read(() -> answers.result(summary.nanos));
  }

  /** How long a recording is, and how many chunks the JVM wrote before the profiler's first. */
  private record Summary(long nanos, int chunksOfTheJvm) {}

  private Summary read(Path file) throws IOException {
    try (var jfr = new JfrReader(file.toString())) {
      jfr.stopAtNewChunk = true;
      int chunks = 0;
      boolean profiler = false;
      while (jfr.hasMoreChunks()) {
        if (jfr.typesByName.containsKey(OF_THE_PROFILER)) {
          profiler = true;
          readProfiler(jfr, new ChunkNames(jfr, code));
        } else {
          chunks += profiler ? 0 : 1;
          readJvm(jfr, new ChunkNames(jfr, code));
        }
      }
      return new Summary(jfr.durationNanos(), chunks);
    }
  }

  private void readProfiler(JfrReader jfr, ChunkNames names) throws IOException {
    for (one.jfr.event.Event event; (event = jfr.readEvent()) != null; ) {
      switch (event) {
        case ExecutionSample sample when asked(Event.WALL) -> wall.add(sample, jfr, names);
        case ContendedLock wait when asked(Event.LOCK) -> locks.add(wait, jfr, names);
        case MethodTrace call when asked(Event.TRACE) -> add(call, jfr, names);
        default -> {}
      }
    }
  }

  /** With the event lock, the profiler keeps the JVM from recording the same waits. */
  private void readJvm(JfrReader jfr, ChunkNames names) throws IOException {
    for (ContendedLock wait; (wait = jfr.readEvent(ContendedLock.class)) != null; ) {
      if (!asked(Event.LOCK)) {
        locks.addUnlessParked(wait, jfr, names);
      }
    }
  }

  /** The event's own field for the method is empty; the stack begins with it. */
  private void add(MethodTrace call, JfrReader jfr, ChunkNames names) {
    names.spot(call.stackTraceId).map(ChunkNames.Spot::method).filter(method -> !method.equals(THROWN))
        .ifPresent(method -> calls.computeIfAbsent(method, m -> new Latencies()).add((long) (call.duration * jfr.nanosPerTick)));
  }

  private Answers result(long nanos) {
    var jfrSync = recording.jfrSync() != null;
    return new Answers(
        nanos,
        asked(Event.WALL) ? wall.result() : null,
        asked(Event.LOCK) || jfrSync ? locks.result(jvm.owners()) : null,
        asked(Event.TRACE) ? TracedCalls.of(calls.entrySet().stream().map(call -> call.getValue().of(call.getKey())).toList()) : null,
        jfrSync ? jvm.pauses(nanos) : null);
  }

  private boolean asked(Event event) {
    return recording.events().contains(event);
  }
}
