package dev.hotspotter.plan;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.Recording;
import dev.hotspotter.api.RecordingStatus;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The end of a target whose recording is rendered, and what is missing of what was asked for. */
final class Remarks {

  private Remarks() {}

  static RecordingStatus on(RecordingStatus entry, Recording recording, RenderOutcome.Rendered done, Optional<SidecarReport> report) {
    var noSamples = NoSamples.sentence(recording, done);
    var noDiagnostics = report.flatMap(SidecarReport::missingDiagnostics);
    var message = Stream.of(noSamples, noDiagnostics).flatMap(Optional::stream).collect(Collectors.joining("; "));
    var succeeded = Entries.succeeded(entry, done);
    if (NoSamples.isFailure(recording, done)) {
      return Entries.failedWithRecording(succeeded, Reasons.NO_SAMPLES, message);
    }
    if (message.isEmpty()) {
      return succeeded;
    }
    return Entries.remarked(succeeded, noSamples.isPresent() ? Reasons.NO_SAMPLES : Reasons.DIAGNOSTICS_INCOMPLETE, message);
  }
}
