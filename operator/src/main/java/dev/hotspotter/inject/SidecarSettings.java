package dev.hotspotter.inject;

import java.time.Duration;

/**
 * What an installation says about its sidecars: the image, its pull policy, the largest recording in bytes, and how many
 * ephemeral containers, of whomever, a pod may carry.
 */
public record SidecarSettings(
    String image, String pullPolicy, long maxRecordingBytes, int maxPerPod) {

  /** A sidecar that has not started by then does nothing: nobody waits for it any more. */
  public static final Duration START_WINDOW = Duration.ofSeconds(60);

  /** For so long after the recording an object store may be away: the sidecar keeps trying to upload. */
  public static final Duration UPLOAD_PATIENCE = Duration.ofMinutes(5);

  /** What the sidecar may need besides: attaching, stopping, diagnostics. */
  private static final Duration OVERHEAD = Duration.ofSeconds(60);

  /** The sidecar's whole life, from its first instruction. */
  public static Duration lifetime(Duration recording) {
    return recording.plus(OVERHEAD).plus(UPLOAD_PATIENCE);
  }

  /** That of a sidecar for which nobody waits after the job's deadline, but long enough for an ordinary upload. */
  public static Duration lifetime(Duration recording, Duration untilDeadline) {
    var least = recording.plus(OVERHEAD);
    var longest = lifetime(recording);
    return untilDeadline.compareTo(longest) > 0
        ? longest
        : untilDeadline.compareTo(least) < 0 ? least : untilDeadline;
  }
}
