package dev.hotspotter.inject;

import dev.hotspotter.api.Durations;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** When a job gives up what is not done. */
public final class Deadline {

  /** What the operator grants a wave of targets besides its recording, when the job names no deadline; and an absence of the store. */
  private static final Duration WAVE_OVERHEAD = Duration.ofMinutes(2);

  private Deadline() {}

  /** The condition of a job that runs although its deadline is over, because something that is stored is yet to be rendered. */
  public static final String EXCEEDED = Reasons.DEADLINE_EXCEEDED;

  /** What rendering and merging may take after the deadline, so that nothing is lost that is stored by then. */
  public static final Duration RENDER_GRACE = Duration.ofMinutes(2);

  /**
   * When the first operator found the deadline over; empty if none has noted that yet. It stays, however many operators come after
   * it, or a job whose recording ends each of them would never end.
   */
  public static Optional<Instant> noticed(ProfileJob job) {
    return Stream.ofNullable(job.getStatus().conditions())
        .flatMap(List::stream)
        .filter(condition -> condition.type().equals(EXCEEDED))
        .map(condition -> Instant.parse(condition.lastTransitionTime()))
        .findFirst();
  }

  public static Instant of(ProfileJob job) {
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
    return start
        .plus(Durations.parse(job.getSpec().recording().duration())
            .plus(WAVE_OVERHEAD)
            .multipliedBy(Math.max(1, waves)))
        .plus(SidecarSettings.UPLOAD_PATIENCE);
  }
}
