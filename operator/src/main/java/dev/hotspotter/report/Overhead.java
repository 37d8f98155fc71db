package dev.hotspotter.report;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.Recording;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The share of CPU time that the recording itself took, with advice on how to lower it. */
public final class Overhead {

  /** Any recording has some overhead; below this share no remark is made. */
  private static final double WORTH_A_REMARK = 0.05;

  private Overhead() {}

  /**
   * Empty if the share is small, or unknown because no event measures CPU time.
   *
   * @param samples the application's samples, by event
   * @param profiler the profiler's samples, by event and by the profiler's function
   */
  public static Optional<String> sentence(
      Recording recording, Map<Event, Long> samples, Map<Event, Map<String, Long>> profiler) {
    return recording.engine().flatMap(event -> {
      var own = profiler.getOrDefault(event, Map.of());
      var share = share(samples.getOrDefault(event, 0L), own);
      return share < WORTH_A_REMARK
          ? Optional.empty()
          : Optional.of(String.format(
              Locale.ROOT,
              "the recording itself took %.0f %% of the CPU time; %s",
              100 * share,
              fix(recording, event, own)));
    });
  }

  /** The profiler's share of all samples, 0 to 1. */
  public static double share(long application, Map<String, Long> profiler) {
    var own = profiler.values().stream().mapToLong(Long::longValue).sum();
    return own == 0 ? 0 : (double) own / (application + own);
  }

  private static String fix(Recording recording, Event engine, Map<String, Long> own) {
    var heaviest = own.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .orElseThrow();
    return switch (Cause.of(heaviest.getKey())) {
      case WALL -> lessOften(recording, Event.WALL);
      case ENGINE -> lessOften(recording, engine);
      case ALLOC ->
        lessOften(recording, recording.types().contains(Event.ALLOC) ? Event.ALLOC : Event.LIVE);
      case LOCK -> lessOften(recording, Event.LOCK);
      case NATIVELOCK -> lessOften(recording, Event.NATIVELOCK);
      case NATIVEMEM -> lessOften(recording, Event.NATIVEMEM);
      case TRACE ->
        recording.traced().isEmpty()
            ? "leave out exceptions, because the application makes so many"
            : "raise the thresholds of trace, or trace methods that are called less often";
      case ITSELF ->
        "record for longer than %s, so that start and end weigh less"
            .formatted(recording.duration());
    };
  }

  private static String lessOften(Recording recording, Event event) {
    return "take samples of %s less often, with an interval above %s"
        .formatted(event.word(), recording.interval(event));
  }

  /** The part of the recording that causes the overhead. */
  private enum Cause {
    WALL,
    ENGINE,
    ALLOC,
    LOCK,
    NATIVELOCK,
    NATIVEMEM,
    TRACE,
    ITSELF;

    private static Cause of(String function) {
      return switch (function.split("::")[0]) {
        case "WallClock" -> WALL;
        case "CTimer", "ITimer", "CpuEngine", "PerfEvents" -> ENGINE;
        case "ObjectSampler", "AllocTracer" -> ALLOC;
        case "LockTracer" -> LOCK;
        case "NativeLockTracer" -> NATIVELOCK;
        case "MallocTracer" -> NATIVEMEM;
        case "Instrument" -> TRACE;
        default -> function.startsWith("one.profiler.Instrument") ? TRACE : ITSELF;
      };
    }
  }
}
