package dev.hotspotter.testing;

import dev.hotspotter.api.Condition;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;

/** Conditions of a status by type. */
public final class Conditions {

  private Conditions() {}

  /** The condition of this type; fails without one. */
  public static Condition of(ProfileJobStatus status, String type) {
    return status.conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no condition %s in %s".formatted(type, status)));
  }

  /** The condition of this type; fails without one. */
  public static Condition of(ProfileJob job, String type) {
    return of(job.getStatus(), type);
  }
}
