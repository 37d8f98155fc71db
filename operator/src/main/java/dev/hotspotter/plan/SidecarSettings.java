package dev.hotspotter.plan;

import java.time.Duration;

/**
 * What an installation says about its sidecars: the image, its pull policy, the largest recording in bytes, and how many
 * ephemeral containers, of whomever, a pod may carry.
 */
public record SidecarSettings(String image, String pullPolicy, long maxRecordingBytes, int maxPerPod) {

  /** A sidecar that has not started by then does nothing: nobody waits for it any more. */
  public static final Duration START_WINDOW = Duration.ofSeconds(60);

  /** What the sidecar may need besides the recording: attaching, uploading with retries. */
  private static final Duration OVERHEAD = Duration.ofSeconds(60);

  /** The sidecar's whole life, from its first instruction. */
  public static Duration lifetime(Duration recording) {
    return recording.plus(OVERHEAD);
  }
}
