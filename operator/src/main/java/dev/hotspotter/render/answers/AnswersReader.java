package dev.hotspotter.render.answers;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
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

/**
 * Reads a recording's answers: one pass with the converter's reader, and one with the JDK's reader
 * over the JVM's own events.
 */
public final class AnswersReader {

  /**
   * async-profiler records exceptions as calls of this method, which each exception makes on
   * creation.
   */
  private static final String THROWN = "java.lang.Throwable.fillInStackTrace";

  /** An event type of the profiler, which each of its chunks defines. */
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

  /**
   * Reads the answers for the job's settings, in recording. Creates a temporary file beside the JFR
   * file.
   */
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

  /**
   * The duration of a recording, and the number of the JVM's chunks before the profiler's first
   * one.
   */
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

  /** Reads lock waits, unless the event lock is on: then the profiler records the same waits. */
  private void readJvm(JfrReader jfr, ChunkNames names) throws IOException {
    for (ContendedLock wait; (wait = jfr.readEvent(ContendedLock.class)) != null; ) {
      if (!asked(Event.LOCK)) {
        locks.addUnlessParked(wait, jfr, names);
      }
    }
  }

  /** Adds the outermost calls of each method, because a recursive call is part of the outer one. */
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

  /** The method's name, with the signature if the job named it; empty for a recorded exception. */
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
    return recording.types().contains(event);
  }

  private boolean asked(String method) {
    return recording.traced().stream().anyMatch(traced -> traced.name().equals(method));
  }
}
