package dev.hotspotter.testing;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.select.SelectionBuilder;
import java.time.Instant;
import java.util.List;

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

  /** The choice of these targets, one per pod and one at a time, among no other pods. */
  public static SelectionBuilder selection(RecordingStatus... targets) {
    return SelectionBuilder.builder()
        .matched(targets.length)
        .eligible(targets.length)
        .pods(targets.length)
        .targets(List.of(targets))
        .images(List.of())
        .waves(1)
        .mostOnOneNode(1)
        .mebibytesOnOneNode(40)
        .ineligible(List.of())
        .selector("app=notifier");
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
