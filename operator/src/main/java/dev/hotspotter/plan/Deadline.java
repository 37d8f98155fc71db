package dev.hotspotter.plan;

import dev.hotspotter.api.ProfileJob;
import java.time.Duration;
import java.time.Instant;

/** When a job gives up what is not done. */
public final class Deadline {

  /** What the operator grants a wave of targets besides its recording, when the job names no deadline. */
  private static final Duration WAVE_OVERHEAD = Duration.ofMinutes(2);

  private Deadline() {}

  static Instant of(ProfileJob job) {
    return Instant.parse(job.getStatus().deadline());
  }

  /** For a job that starts now over so many targets; it stays when some of them turn out to be none. */
  public static Instant from(Instant start, ProfileJob job, int targets) {
    var seconds = job.getSpec().activeDeadlineSeconds();
    if (seconds != null) {
      return start.plusSeconds(seconds);
    }
    var parallelism = job.getSpec().parallelism();
    var waves = (targets + parallelism - 1) / parallelism;
    return start.plus(Durations.parse(job.getSpec().recording().duration()).plus(WAVE_OVERHEAD).multipliedBy(Math.max(1, waves)));
  }
}
