package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import java.time.Instant;

/** The next form of a target's entry. */
public final class Entries {

  private Entries() {}

  /** The message comes from whoever knows best: sidecar, kubelet, API server. */
  public static RecordingStatus failed(RecordingStatus e, String reason, String message) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), RecordingPhase.FAILED, reason, withoutFullStop(message),
        e.injectionTime(), e.startTime(), e.endTime(), null, null);
  }

  /** A job's condition and events put more behind the message. */
  private static String withoutFullStop(String message) {
    return message.endsWith(".") && !message.endsWith("..") ? message.substring(0, message.length() - 1) : message;
  }

  /** Failed, but what it recorded is in the object store. */
  static RecordingStatus failedWithRecording(RecordingStatus e, String reason, String message) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), RecordingPhase.FAILED, reason, withoutFullStop(message),
        e.injectionTime(), e.startTime(), e.endTime(), e.bytes(), e.sha256());
  }

  /** Collecting, and not as fast as usual. */
  static RecordingStatus waiting(RecordingStatus e, Setback setback) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), RecordingPhase.COLLECTING, setback.reason(), setback.message(),
        e.injectionTime(), e.startTime(), e.endTime(), e.bytes(), e.sha256());
  }

  static RecordingStatus saying(RecordingStatus e, String message) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), e.phase(), e.reason(), message,
        e.injectionTime(), e.startTime(), e.endTime(), e.bytes(), e.sha256());
  }

  public static RecordingStatus injected(RecordingStatus e, Instant at) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), RecordingPhase.INJECTED, null, null,
        at.toString(), null, null, null, null);
  }

  static RecordingStatus phase(RecordingStatus e, RecordingPhase phase) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), phase, null, null,
        e.injectionTime(), e.startTime(), e.endTime(), e.bytes(), e.sha256());
  }

  static RecordingStatus recording(RecordingStatus e, String startedAt) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), RecordingPhase.RECORDING, null, null,
        e.injectionTime(), startedAt, null, null, null);
  }

  static RecordingStatus reported(RecordingStatus e, SidecarReport report) {
    var recording = report.recording();
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), e.phase(), null, null,
        e.injectionTime(), recording.startTime(), recording.endTime(), recording.bytes(), recording.sha256());
  }

  static RecordingStatus succeeded(RecordingStatus e, RenderOutcome.Rendered rendered) {
    return new RecordingStatus(
        e.pod(), e.podUID(), e.container(), e.node(), RecordingPhase.SUCCEEDED, null, null,
        e.injectionTime(), e.startTime(), e.endTime(), rendered.bytes(), rendered.sha256());
  }
}
