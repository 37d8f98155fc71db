package dev.hotspotter.plan;

/** What became of rendering one recording. */
public sealed interface RenderOutcome {

  /** The graphs are stored; bytes and sha256 are those of the recording that was read. */
  record Rendered(long bytes, String sha256, long samples) implements RenderOutcome {}

  /** The recording could not be rendered; the message says why. */
  record Failed(String message) implements RenderOutcome {}

  /** The recording may be good, but its graphs could not be made or stored yet. */
  record Postponed(Setback setback) implements RenderOutcome {}
}
