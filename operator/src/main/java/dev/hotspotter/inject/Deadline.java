package dev.hotspotter.inject;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The deadline of a job. */
public final class Deadline {

  /** The time for a wave of targets besides its recording, if the job sets no deadline. */
  private static final Duration WAVE_OVERHEAD = Duration.ofMinutes(2);

  private Deadline() {}

  /** The condition of a job past its deadline that still renders stored recordings. */
  public static final String EXCEEDED = Reasons.DEADLINE_EXCEEDED;

  /** The time after the deadline to render and merge stored recordings. */
  public static final Duration RENDER_GRACE = Duration.ofMinutes(2);

  /**
   * The time at which an operator first saw that the deadline had passed; empty if no status has it
   * yet. Later operators keep that time, or a job whose recording crashes each of them would never
   * end.
   */
  public static Optional<Instant> noticed(ProfileJob job) {
    return job.getStatus()
        .condition(EXCEEDED)
        .map(condition -> Instant.parse(condition.lastTransitionTime()));
  }

  public static Instant of(ProfileJob job) {
    return Instant.parse(job.getStatus().deadline());
  }

  /**
   * The deadline of a job that starts now and has this many waves of targets; it stays if some
   * targets are dropped.
   */
  public static Instant from(Instant start, ProfileJob job, int waves) {
    var seconds = job.getSpec().activeDeadlineSeconds();
    if (seconds != null) {
      return start.plusSeconds(seconds);
    }
    return start
        .plus(Durations.parse(job.getSpec().recording().duration())
            .plus(WAVE_OVERHEAD)
            .multipliedBy(Math.max(1, waves)))
        .plus(SidecarSettings.UPLOAD_PATIENCE);
  }
}
