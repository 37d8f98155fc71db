package dev.hotspotter.observe;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Recording;
import dev.hotspotter.report.Overhead;
import dev.hotspotter.report.answers.InlinedCode;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A remark on a rendered recording: missing samples or diagnostics, an early end, misplaced frames,
 * or high overhead.
 */
record Remark(String reason, String message) {

  /** All remarks in one message, with the first one's reason; empty without remarks. */
  static Optional<Remark> on(
      Recording recording, RenderOutcome.Rendered done, Optional<SidecarReport> report) {
    var isExact = report.map(SidecarReport::debugNonSafepoints).orElse(false);
    return Stream.of(
            NoSamples.sentence(recording, done).map(words -> new Remark(Reasons.NO_SAMPLES, words)),
            report
                .flatMap(SidecarReport::earlyEnd)
                .map(words -> new Remark(Reasons.RECORDING_TRUNCATED, words)),
            report
                .flatMap(told -> told.missingDiagnostics(recording.diagnostics() != null))
                .map(words -> new Remark(Reasons.DIAGNOSTICS_INCOMPLETE, words)),
            Overhead.sentence(recording, done.samples(), done.profiler())
                .map(words -> new Remark(Reasons.PROFILER_OVERHEAD, words)),
            misplaced(done)
                .filter(words -> !isExact)
                .map(words -> new Remark(Reasons.INLINED_FRAMES_MISPLACED, words)))
        .flatMap(Optional::stream)
        .reduce(
            (first, next) -> new Remark(first.reason(), first.message() + "; " + next.message()));
  }

  /**
   * A remark if many inlined frames are impossible, because others are then likely to be wrong,
   * too.
   */
  private static Optional<String> misplaced(RenderOutcome.Rendered done) {
    return done.inlined().entrySet().stream()
        .filter(event -> event.getValue().hasMuchImpossible())
        .findFirst()
        .map(event ->
            ("inlined frames of %s of the %s samples were wrong and are left out, and others may be wrong;"
                    + " start the JVM with %s")
                .formatted(
                    event.getValue().percent(event.getValue().impossible()),
                    event.getKey(),
                    InlinedCode.FIX));
  }
}
