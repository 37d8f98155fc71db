package dev.hotspotter.testing;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import java.time.Instant;

/** Entries of status.recordings for the container app of a pod from PodFixtures. */
public final class Targets {

  private Targets() {}

  public static RecordingStatus pending(String pod) {
    return entry(pod, RecordingPhase.PENDING, null, null, null);
  }

  public static RecordingStatus injected(String pod, Instant at) {
    return entry(pod, RecordingPhase.INJECTED, null, null, at);
  }

  public static RecordingStatus collecting(String pod, Instant injectedAt) {
    return entry(pod, RecordingPhase.COLLECTING, null, null, injectedAt);
  }

  public static RecordingStatus succeeded(String pod) {
    return entry(pod, RecordingPhase.SUCCEEDED, null, null, Jobs.START);
  }

  public static RecordingStatus failed(String pod, String reason, String message) {
    return entry(pod, RecordingPhase.FAILED, reason, message, null);
  }

  private static RecordingStatus entry(
      String pod, RecordingPhase phase, String reason, String message, Instant injected) {
    return RecordingStatusBuilder.builder()
        .pod(pod)
        .podUID("uid-" + pod)
        .container("app")
        .node("worker-1")
        .phase(phase)
        .reason(reason)
        .message(message)
        .injectionTime(injected == null ? null : injected.toString())
        .build();
  }
}
