package dev.hotspotter.retention;

import java.time.Duration;
import java.util.Optional;

/**
 * The limits of this installation; an empty one is no limit.
 *
 * @param maxAge the time from a job's end to the deletion of its recordings
 * @param maxBytes the bytes of one namespace beyond which its oldest jobs' recordings are deleted
 * @param quota the bytes with which a namespace can record nothing more
 * @param capacity the size of the object store
 */
public record RetentionSettings(
    Optional<Duration> maxAge,
    Optional<Long> maxBytes,
    Optional<Long> quota,
    Optional<Long> capacity) {

  /** Deletes nothing and forbids nothing. */
  public static final RetentionSettings NONE =
      new RetentionSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
