package dev.hotspotter.inject;

import dev.hotspotter.api.WaitCause;
import java.time.Instant;

/** The outcome of an injection. */
public sealed interface InjectOutcome {

  /** The pod has had the sidecar since this time. */
  record Injected(Instant at) implements InjectOutcome {}

  /** A retry would have the same outcome; reason and message say why. */
  record Refused(String reason, String message) implements InjectOutcome {}

  /** A retry may succeed. */
  record Again(WaitCause why) implements InjectOutcome {}

  /** The pod has changed since it was seen, or is gone. */
  record PodChanged() implements InjectOutcome {}
}
