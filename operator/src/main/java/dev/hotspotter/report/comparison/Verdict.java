package dev.hotspotter.report.comparison;

import dev.hotspotter.api.Reasons;

/** The result of a comparison, as a reason and a sentence. */
public record Verdict(String reason, String message) {

  /** False if nothing could be compared. */
  public boolean compared() {
    return reason.equals(Reasons.FRAMES_CHANGED) || reason.equals(Reasons.NOTHING_CHANGED);
  }
}
