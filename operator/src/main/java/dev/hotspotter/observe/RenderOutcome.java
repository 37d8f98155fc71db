package dev.hotspotter.observe;

import dev.hotspotter.api.Event;
import dev.hotspotter.report.answers.InlinedCode;
import java.util.Map;

/** What became of rendering one recording. */
public sealed interface RenderOutcome {

  /** Another try would have the same outcome. */
  sealed interface Final extends RenderOutcome {}

  /**
   * The graphs are stored; bytes and sha256 are those of the recording that was read.
   *
   * @param samples by event, without what the profiler did
   * @param profiler samples of the recording's own work, by event and by the profiler's function
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

  /** The recording may be good, but its graphs could not be made or stored yet. */
  record Postponed(WaitCause cause) implements RenderOutcome {}
}
