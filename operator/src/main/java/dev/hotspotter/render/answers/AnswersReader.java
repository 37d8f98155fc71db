package dev.hotspotter.render.answers;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.Recording;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.Conversion;
import dev.hotspotter.render.stacks.ChunkNames;
import dev.hotspotter.render.stacks.InlinedSamples;
import dev.hotspotter.render.stacks.LeadingChunks;
import dev.hotspotter.render.stacks.RecordingReader;
import dev.hotspotter.render.stacks.TracedEvents;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.Latencies;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.answers.TracedCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import one.jfr.JfrReader;
import one.jfr.event.ContendedLock;
import one.jfr.event.ExecutionSample;
import one.jfr.event.MethodTrace;

/** What a recording says besides stacks, in one pass by the converter's reader, and one by the JDK's over what the JVM itself recorded. */
public final class AnswersReader {

  /** Exceptions are traced by the method that each calls when it is made. */
  private static final String THROWN = "java.lang.Throwable.fillInStackTrace";

  /** The profiler describes all types of its own in each chunk. */
  private static final String OF_THE_PROFILER = "profiler.WallClockSample";

  private final Recording recording;
  private final ApplicationCode code;
  private final InlinedSamples inlined;
  private final WallTimes wall = new WallTimes();
  private final Contention locks = new Contention();
  private final Map<String, Latencies> calls = new HashMap<>();
  private final JvmEvents jvm = new JvmEvents();

  private AnswersReader(Recording recording, ApplicationCode code) {
    this.recording = recording;
    this.code = code;
    inlined = new InlinedSamples(recording);
  }

  /** A file is made and deleted beside the recording, which holds what was asked for. */
  public static ProfileAnswers of(Path jfr, Recording recording, ApplicationCode code)
      throws BadRecordingException, IOException {
    var answers = new AnswersReader(recording, code);
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
    try (var jfr = new RecordingReader(file)) {
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

  private void readProfiler(RecordingReader jfr, ChunkNames names) throws IOException {
    var traced = new TracedEvents();
    for (one.jfr.event.Event event; (event = jfr.readEvent()) != null; ) {
      switch (event) {
        case ExecutionSample sample -> {
          inlined.add(sample, jfr, names);
          if (asked(Event.WALL)) {
            wall.add(sample, jfr, names);
          }
        }
        case ContendedLock wait when asked(Event.LOCK) -> locks.add(wait, jfr, names);
        case MethodTrace call
        when asked(Event.TRACE) && name(call, names).isPresent() -> traced.add(call);
        default -> {}
      }
    }
    add(traced, jfr, names);
  }

  /** With the event lock, the profiler keeps the JVM from recording the same waits. */
  private void readJvm(JfrReader jfr, ChunkNames names) throws IOException {
    for (ContendedLock wait; (wait = jfr.readEvent(ContendedLock.class)) != null; ) {
      if (!asked(Event.LOCK)) {
        locks.addUnlessParked(wait, jfr, names);
      }
    }
  }

  /** A call of a method within another one of it is part of that one. */
  private void add(TracedEvents traced, JfrReader jfr, ChunkNames names) {
    var nested = traced.nested(jfr);
    var all = traced.all().stream().map(call -> name(call, names).orElseThrow()).toList();
    for (var i = 0; i < all.size(); i++) {
      if (nested.isOutermost(i, all::get)) {
        calls.computeIfAbsent(all.get(i), method -> new Latencies()).add((long)
            (traced.all().get(i).duration * jfr.nanosPerTick));
      }
    }
  }

  /** With its signature where that was asked for; empty for exceptions, which are traced like calls. */
  private Optional<String> name(MethodTrace call, ChunkNames names) {
    return names
        .spot(call.stackTraceId)
        .filter(spot -> spot.method() != null && !spot.method().equals(THROWN))
        .map(spot -> asked(spot.method() + spot.signature())
            ? spot.method() + spot.signature()
            : spot.method());
  }

  private ProfileAnswers result(long nanos) {
    var jfrSync = recording.jfrSync() != null;
    return new ProfileAnswers(
        nanos,
        asked(Event.WALL) ? wall.result() : null,
        asked(Event.LOCK) || jfrSync ? locks.result(jvm.owners()) : null,
        asked(Event.TRACE)
            ? TracedCalls.of(calls.entrySet().stream()
                .map(call -> call.getValue().of(call.getKey()))
                .toList())
            : null,
        jfrSync ? jvm.pauses(nanos) : null,
        inlined.result());
  }

  private boolean asked(Event event) {
    return recording.events().contains(event);
  }

  private boolean asked(String method) {
    return recording.trace() != null
        && recording.trace().stream().anyMatch(trace -> trace.method().equals(method));
  }
}
