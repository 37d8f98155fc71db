package dev.hotspotter.inject;

import java.time.Duration;

/**
 * The installation's settings for sidecars.
 *
 * @param maxRecordingBytes the largest recording
 * @param maxPerPod the largest number of ephemeral containers in a pod, including other tools'
 */
public record SidecarSettings(
    String image, String pullPolicy, long maxRecordingBytes, int maxPerPod) {

  /** The time to start. A sidecar that starts later does nothing, because no job waits for it. */
  public static final Duration START_WINDOW = Duration.ofSeconds(60);

  /** The time after the recording for which the sidecar retries its upload. */
  public static final Duration UPLOAD_PATIENCE = Duration.ofMinutes(5);

  /** The time for attaching, stopping and diagnostics. */
  private static final Duration OVERHEAD = Duration.ofSeconds(60);

  /** The sidecar's longest life, from its first instruction. */
  public static Duration lifetime(Duration recording) {
    return recording.plus(OVERHEAD).plus(UPLOAD_PATIENCE);
  }

  /**
   * The sidecar's longest life if it should end at the job's deadline; it includes an ordinary
   * upload in any case.
   */
  public static Duration lifetime(Duration recording, Duration untilDeadline) {
    var least = recording.plus(OVERHEAD);
    var longest = lifetime(recording);
    return untilDeadline.compareTo(longest) > 0
        ? longest
        : untilDeadline.compareTo(least) < 0 ? least : untilDeadline;
  }
}
