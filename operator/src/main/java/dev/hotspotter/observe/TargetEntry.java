package dev.hotspotter.observe;

import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.RecordingStatusBuilder;
import dev.hotspotter.api.WaitCause;
import java.time.Instant;

/** Changes to a target's entry in the status. */
public final class TargetEntry {

  private TargetEntry() {}

  private static RecordingStatusBuilder with(
      RecordingStatus e, RecordingPhase phase, String reason, String message) {
    return RecordingStatusBuilder.builder(e).phase(phase).reason(reason).message(message);
  }

  public static RecordingStatus failed(RecordingStatus e, String reason, String message) {
    return with(e, RecordingPhase.FAILED, reason, withoutFullStop(message))
        .bytes(null)
        .sha256(null)
        .diagnosticsBytes(null)
        .build();
  }

  /** The message without its full stop, because a job's condition and events continue it. */
  public static String withoutFullStop(String message) {
    return message.endsWith(".") && !message.endsWith("..")
        ? message.substring(0, message.length() - 1)
        : message;
  }

  /** Failed, with its recording in the object store. */
  static RecordingStatus failedWithRecording(RecordingStatus e, String reason, String message) {
    return RecordingStatusBuilder.builder(failed(e, reason, message))
        .bytes(e.bytes())
        .sha256(e.sha256())
        .diagnosticsBytes(e.diagnosticsBytes())
        .build();
  }

  /** In a phase that lasts longer than usual, with the cause. */
  public static RecordingStatus waiting(RecordingStatus e, RecordingPhase phase, WaitCause cause) {
    return with(e, phase, cause.reason(), cause.message()).build();
  }

  /** Pending, without a cause to wait. */
  public static RecordingStatus ready(RecordingStatus e) {
    return with(e, RecordingPhase.PENDING, null, null).build();
  }

  /** Succeeded, with a remark. */
  static RecordingStatus remarked(RecordingStatus e, String reason, String message) {
    return RecordingStatusBuilder.builder(e).reason(reason).message(message).build();
  }

  public static RecordingStatus saying(RecordingStatus e, String message) {
    return RecordingStatusBuilder.builder(e).message(message).build();
  }

  public static RecordingStatus injected(RecordingStatus e, Instant at) {
    return with(e, RecordingPhase.INJECTED, null, null)
        .injectionTime(at.toString())
        .build();
  }

  static RecordingStatus phase(RecordingStatus e, RecordingPhase phase) {
    return with(e, phase, null, null).build();
  }

  public static RecordingStatus recording(RecordingStatus e, String startedAt) {
    return RecordingStatusBuilder.builder(phase(e, RecordingPhase.RECORDING))
        .startTime(startedAt)
        .build();
  }

  static RecordingStatus reported(RecordingStatus e, SidecarReport report) {
    var recording = report.recording();
    return RecordingStatusBuilder.builder(phase(e, e.phase()))
        .startTime(recording.startTime())
        .endTime(recording.endTime())
        .bytes(recording.bytes())
        .sha256(recording.sha256())
        .diagnosticsBytes(report.diagnosticsBytes())
        .debugNonSafepoints(report.debugNonSafepoints())
        .build();
  }

  static RecordingStatus succeeded(RecordingStatus e, RenderOutcome.Rendered rendered) {
    return RecordingStatusBuilder.builder(phase(e, RecordingPhase.SUCCEEDED))
        .bytes(rendered.bytes())
        .sha256(rendered.sha256())
        .build();
  }
}
