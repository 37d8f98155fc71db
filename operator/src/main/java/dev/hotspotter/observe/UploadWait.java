package dev.hotspotter.observe;

import dev.hotspotter.inject.AttachDelay;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A wait for a sidecar that retries its upload after the recording.
 *
 * @param ended when the recording should have ended at the latest
 * @param triesUntil when the sidecar gives up
 */
public record UploadWait(Instant ended, Instant triesUntil) {

  /** The usual time to attach to a busy JVM and to upload. */
  private static final Duration USUAL = Duration.ofSeconds(10);

  /**
   * The wait for a sidecar that was first seen to run then. It gives up at the end of its life or at
   * the job's deadline.
   */
  public static UploadWait of(
      Instant sighted, Duration recording, Duration lifetime, Instant deadline) {
    var end = sighted.plus(lifetime);
    return new UploadWait(
        sighted.plus(recording).plus(AttachDelay.LONGEST), end.isBefore(deadline) ? end : deadline);
  }

  /** True if the upload is overdue; at once if the store is away. */
  public boolean isLate(Instant now, boolean storeIsAway) {
    return !now.isBefore(storeIsAway ? ended : ended.plus(USUAL));
  }

  /** The message, the same in each pass. */
  public String words(Optional<String> store) {
    var until = "the sidecar keeps trying until " + triesUntil.truncatedTo(ChronoUnit.SECONDS);
    return store
        .map(words ->
            "the recording is over and waits for the object store: %s; %s".formatted(words, until))
        .orElse(
            "the recording is over and not in the object store yet; "
                + until
                + "; if this lasts, see its log, and whether the pod's network policies let it reach the store");
  }
}
