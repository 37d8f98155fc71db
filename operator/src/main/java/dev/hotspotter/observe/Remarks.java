package dev.hotspotter.observe;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.Recording;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.report.Overhead;
import dev.hotspotter.report.answers.InlinedCode;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The end of a target whose recording is rendered, what is missing of what was asked for, and what it cost. */
final class Remarks {

  private Remarks() {}

  static RecordingStatus on(RecordingStatus entry, Recording recording, RenderOutcome.Rendered done, Optional<SidecarReport> report) {
    var noSamples = NoSamples.sentence(recording, done);
    var noDiagnostics = report.flatMap(SidecarReport::missingDiagnostics);
    var overhead = Overhead.sentence(recording, done.samples(), done.profiler());
    var misplaced = report.map(SidecarReport::debugNonSafepoints).orElse(false) ? Optional.<String>empty() : misplaced(done);
    var message =
        Stream.of(noSamples, noDiagnostics, overhead, misplaced).flatMap(Optional::stream).collect(Collectors.joining("; "));
    var succeeded = TargetEntry.succeeded(entry, done);
    if (NoSamples.isFailure(recording, done)) {
      return TargetEntry.failedWithRecording(succeeded, Reasons.NO_SAMPLES, message);
    }
    if (message.isEmpty()) {
      return succeeded;
    }
    var reason =
        noSamples.map(words -> Reasons.NO_SAMPLES)
            .or(() -> noDiagnostics.map(words -> Reasons.DIAGNOSTICS_INCOMPLETE))
            .or(() -> overhead.map(words -> Reasons.PROFILER_OVERHEAD))
            .orElse(Reasons.INLINED_FRAMES_MISPLACED);
    return TargetEntry.remarked(succeeded, reason, message);
  }

  /** Where some are certainly wrong, others are likely to be; nobody need be told of a handful. */
  private static Optional<String> misplaced(RenderOutcome.Rendered done) {
    return done.inlined().entrySet().stream()
        .filter(event -> event.getValue().hasMuchImpossible())
        .findFirst()
        .map(event -> "inlined frames of %s of the %s samples were certainly wrong and are left out, others may be; start the JVM with %s"
            .formatted(event.getValue().percent(event.getValue().impossible()), event.getKey(), InlinedCode.FIX));
  }
}
