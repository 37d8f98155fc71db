package dev.hotspotter.observe;

import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.report.answers.InlinedCode;
import java.util.Map;

/** The outcome of rendering one recording. */
public sealed interface RenderOutcome {

  /** A retry would have the same outcome. */
  sealed interface Final extends RenderOutcome {}

  /**
   * The rendered files are stored; bytes and sha256 are those of the recording.
   *
   * @param samples by event, without the profiler's own work
   * @param profiler samples of the profiler's own work, by event and function
   * @param inlined samples in inlined methods, by event
   */
  record Rendered(
      long bytes,
      String sha256,
      Map<Event, Long> samples,
      Map<Event, Map<String, Long>> profiler,
      Map<String, InlinedCode> inlined)
      implements Final {

    public Rendered(long bytes, String sha256, Map<Event, Long> samples) {
      this(bytes, sha256, samples, Map.of(), Map.of());
    }

    public long samples(Event event) {
      return samples.getOrDefault(event, 0L);
    }

    public boolean hasNoSamples() {
      return samples.values().stream().allMatch(count -> count == 0);
    }
  }

  /** The recording could not be rendered; the message says why. */
  record Failed(String message) implements Final {}

  /** The recording may be good, but the operator could not render or store it yet. */
  record Postponed(WaitCause cause) implements RenderOutcome {}
}
