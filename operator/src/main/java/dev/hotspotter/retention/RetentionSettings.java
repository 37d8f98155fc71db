package dev.hotspotter.retention;

import java.time.Duration;
import java.util.Optional;

/**
 * How much this installation keeps; what is empty has no limit.
 *
 * @param maxAge how long a job's recordings are kept after its end
 * @param maxBytes what one namespace may keep before its oldest jobs' recordings go
 * @param quota with so many bytes, a namespace can record nothing more
 * @param capacity the size of the object store
 */
public record RetentionSettings(
    Optional<Duration> maxAge,
    Optional<Long> maxBytes,
    Optional<Long> quota,
    Optional<Long> capacity) {

  /** Keeps all. */
  public static final RetentionSettings NONE =
      new RetentionSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
