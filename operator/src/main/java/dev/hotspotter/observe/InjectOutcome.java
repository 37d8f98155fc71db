package dev.hotspotter.observe;

import java.time.Instant;

/** What became of putting the sidecar into a target's pod. */
public sealed interface InjectOutcome {

  /** The pod has the sidecar since then. */
  record Injected(Instant at) implements InjectOutcome {}

  /** Another try would have the same end; reason and message say why. */
  record Refused(String reason, String message) implements InjectOutcome {}

  /** Something prevents it for now. */
  record Again(WaitCause why) implements InjectOutcome {}

  /** The pod has changed since it was seen, or is gone. */
  record PodChanged() implements InjectOutcome {}
}
