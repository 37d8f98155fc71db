package dev.hotspotter.publish;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Messages of a job's conditions about its targets. */
final class TargetSentences {

  private TargetSentences() {}

  static String summary(List<RecordingStatus> recordings) {
    var succeeded =
        recordings.stream().filter(r -> r.phase() == RecordingPhase.SUCCEEDED).count();
    return "%d of %d targets recorded".formatted(succeeded, recordings.size())
        + othersFailed(recordings)
        + remarks(recordings);
  }

  /** The distinct remarks on targets that succeeded. */
  private static String remarks(List<RecordingStatus> recordings) {
    var pods = recordings.stream()
        .filter(r -> r.phase() == RecordingPhase.SUCCEEDED && r.message() != null)
        .collect(Collectors.groupingBy(
            RecordingStatus::message,
            LinkedHashMap::new,
            Collectors.mapping(RecordingStatus::pod, Collectors.toList())));
    var first = pods.entrySet().stream()
        .limit(3)
        .map(e -> "; %s: %s".formatted(who(e.getValue()), e.getKey()))
        .collect(Collectors.joining());
    return first + (pods.size() > 3 ? "; and more, see status.recordings" : "");
  }

  private static String who(List<String> pods) {
    return pods.size() == 1
        ? pods.getFirst()
        : "%s and %d more".formatted(pods.getFirst(), pods.size() - 1);
  }

  private static String othersFailed(List<RecordingStatus> recordings) {
    var failed =
        recordings.stream().filter(r -> r.phase() == RecordingPhase.FAILED).toList();
    return failed.isEmpty() ? "" : "; " + failures(failed);
  }

  /** What a suspended job has: recordings that are kept, that end now, and targets that wait. */
  static String suspended(List<RecordingStatus> recordings) {
    if (recordings.isEmpty()) {
      return WaitCause.SUSPENDED.message();
    }
    var kept = count(recordings, RecordingPhase.COLLECTING, RecordingPhase.SUCCEEDED);
    var ending = count(recordings, RecordingPhase.INJECTED, RecordingPhase.RECORDING);
    var waiting = count(recordings, RecordingPhase.PENDING);
    return "recordings: %d ended and kept, %d not yet ended; targets that wait: %d; to go on, set spec.suspend to false"
        .formatted(kept, ending, waiting);
  }

  /** The sign of harm at a target, and what follows. */
  static String harmed(RecordingStatus target) {
    return ("%s: %s; the job starts no further target, and no job profiles this image in this namespace;"
            + " find out why; to allow it again, delete this ProfileJob")
        .formatted(target.pod(), target.message());
  }

  private static long count(List<RecordingStatus> recordings, RecordingPhase... phases) {
    var wanted = List.of(phases);
    return recordings.stream().filter(r -> wanted.contains(r.phase())).count();
  }

  static String failures(List<RecordingStatus> failed) {
    var first = failed.stream()
        .limit(3)
        .map(r -> "%s: %s (%s)".formatted(r.pod(), r.message(), r.reason()));
    var rest = failed.size() > 3
        ? "; and %d more, see status.recordings".formatted(failed.size() - 3)
        : "";
    return first.collect(Collectors.joining("; ")) + rest;
  }
}
