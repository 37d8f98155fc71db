package dev.hotspotter.report.comparison;

import dev.hotspotter.api.Reasons;

/** What a comparison has come to, in one word and in a sentence. */
public record Verdict(String reason, String message) {

  /** False when there was nothing to compare with. */
  public boolean compared() {
    return reason.equals(Reasons.FRAMES_CHANGED) || reason.equals(Reasons.NOTHING_CHANGED);
  }
}
