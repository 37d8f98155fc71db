package dev.hotspotter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A job's phase. */
public enum JobPhase {
  /** Accepted; the targets are not chosen yet. */
  @JsonProperty("Pending")
  PENDING,
  /** The targets are chosen and being profiled. */
  @JsonProperty("Running")
  RUNNING,
  /** At least one target was profiled; the report is there. */
  @JsonProperty("Succeeded")
  SUCCEEDED,
  /** No target was profiled, or the operator could not finish the job; the condition Failed says why. */
  @JsonProperty("Failed")
  FAILED;

  /** The phase as YAML and metrics write it. */
  public String word() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  public boolean isTerminal() {
    return this == SUCCEEDED || this == FAILED;
  }

  /** True once the operator has chosen the targets, or has found none. */
  public static boolean hasStarted(ProfileJob job) {
    return job.getStatus() != null && job.getStatus().startTime() != null;
  }

  /** True if the job is in a terminal phase; false if it has no status. */
  public static boolean hasEnded(ProfileJob job) {
    return job.getStatus() != null
        && job.getStatus().phase() != null
        && job.getStatus().phase().isTerminal();
  }
}
