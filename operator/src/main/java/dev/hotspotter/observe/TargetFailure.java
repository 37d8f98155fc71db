package dev.hotspotter.observe;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The failure of a target: a reason, and a message with the fix. */
record TargetFailure(String reason, String message) {

  /** The kubelet's reasons for a failed image pull. */
  private static final Set<String> PULL_ERRORS = Set.of(
      "ErrImagePull",
      "ImagePullBackOff",
      "InvalidImageName",
      "ErrImageNeverPull",
      "ImageInspectError");

  /** The kubelet's reasons for a container that it cannot start. */
  private static final Set<String> START_ERRORS =
      Set.of("CreateContainerConfigError", "CreateContainerError", "RunContainerError");

  static TargetFailure podGone() {
    return new TargetFailure(
        Reasons.POD_GONE,
        "the pod was deleted before its recording was stored; create a new ProfileJob");
  }

  /** The kubelet's error; empty if it names none. */
  static Optional<TargetFailure> startError(SidecarState.Starting sidecar) {
    var words = "%s: %s".formatted(sidecar.reason(), sidecar.message());
    return switch (String.valueOf(sidecar.reason())) {
      case String error
      when PULL_ERRORS.contains(error) ->
        Optional.of(new TargetFailure(
            Reasons.IMAGE_PULL_FAILED, "the kubelet cannot pull the sidecar's image: " + words));
      case String error
      when START_ERRORS.contains(error) ->
        Optional.of(new TargetFailure(
            Reasons.SIDECAR_NOT_STARTED, "the kubelet cannot start the sidecar: " + words));
      default -> Optional.empty();
    };
  }

  static TargetFailure notStarted(TargetView seen, Duration patience) {
    return new TargetFailure(
        Reasons.SIDECAR_NOT_STARTED,
        "the kubelet has not started the sidecar within %d s; look at kubectl describe pod %s"
            .formatted(patience.toSeconds(), seen.target().pod()));
  }

  static TargetFailure runsForEver(TargetView seen) {
    return new TargetFailure(
        Reasons.SIDECAR_LOST,
        "the sidecar is past its own deadline and has not reported; look at its log with kubectl logs %s -c %s"
            .formatted(
                seen.target().pod(), SidecarSpec.name(seen.job(), seen.target().container())));
  }

  static TargetFailure reported(SidecarReport report) {
    return new TargetFailure(report.reason(), report.message());
  }

  static TargetFailure lost(SidecarState.Lost sidecar, TargetView seen) {
    if (sidecar.end().getExitCode() == 0) {
      return new TargetFailure(
          Reasons.SIDECAR_LOST,
          "the sidecar's report cannot be read, so nothing confirms its recording;"
              + " if the pod has so many containers that the kubelet cuts reports, restart it");
    }
    return sidecar
        .jvm()
        .map(end -> ended(end, seen))
        .orElseGet(() -> new TargetFailure(
            Reasons.SIDECAR_LOST,
            ("the sidecar ended without a report (%s, exit code %d), and the profiler stops by its own timeout;"
                    + " create a new ProfileJob; after OOMKilled, give the pod more memory")
                .formatted(sidecar.end().getReason(), sidecar.end().getExitCode())));
  }

  /** The end of the target's container, which need not be a sign of harm. */
  private static TargetFailure ended(ContainerStateTerminated end, TargetView seen) {
    var words = "container %s ended during its recording (%s), which is lost; "
        .formatted(seen.target().container(), words(end, seen.pod()));
    if (seen.pod() == null || !Harm.isExpected(seen.pod(), end)) {
      return new TargetFailure(
          Reasons.JVM_EXITED, words + "find out why it ended, and create a new ProfileJob");
    }
    return new TargetFailure(
        Reasons.CONTAINER_STOPPED,
        words
            + (Pods.isEnding(seen.pod())
                ? "its pod was ending; create a new ProfileJob when a new pod is ready"
                : "profile a container that runs longer than the recording"));
  }

  /** The kubelet's reason, the exit code, why the kubelet evicted the pod, if so, and any last words. */
  static String words(ContainerStateTerminated end, Pod pod) {
    return "%s, exit code %d%s%s"
        .formatted(
            Objects.requireNonNullElse(end.getReason(), "Error"),
            end.getExitCode(),
            Pods.eviction(pod)
                .map(why -> ", evicted: " + TargetEntry.withoutFullStop(why.strip()))
                .orElse(""),
            LastWords.of(end.getMessage()));
  }

  static TargetFailure recordingMissing(SidecarReport report) {
    return new TargetFailure(
        Reasons.RECORDING_MISSING,
        ("the sidecar has uploaded %s bytes, but the object store does not have them;"
                + " check the store's volume and its log")
            .formatted(bytes(report, "some")));
  }

  static TargetFailure mismatch(SidecarReport report, RenderOutcome.Rendered stored) {
    return new TargetFailure(
        Reasons.CHECKSUM_MISMATCH,
        ("the stored recording has %d bytes with sha256 %s, but the sidecar uploaded %s bytes with sha256 %s;"
                + " check who else writes to this bucket, and the store's volume")
            .formatted(
                stored.bytes(),
                stored.sha256(),
                bytes(report, "other"),
                report.recording().sha256()));
  }

  /** The failure at the deadline, with the cause that delayed the target. */
  static TargetFailure late(RecordingStatus entry, Optional<WaitCause> cause) {
    if (Reasons.TARGET_BUSY.equals(entry.reason())) {
      return new TargetFailure(
          Reasons.TARGET_BUSY,
          entry.message()
              + " until after this job's deadline; raise activeDeadlineSeconds, or create a new ProfileJob");
    }
    if (Reasons.FIRST_WAVE_RECORDS.equals(entry.reason())) {
      return new TargetFailure(
          Reasons.FIRST_WAVE_RECORDS,
          "no target of this image had recorded by the job's deadline; raise activeDeadlineSeconds,"
              + " or set firstWave: All");
    }
    if (Reasons.NODE_BUSY.equals(entry.reason())) {
      return new TargetFailure(
          Reasons.NODE_BUSY,
          "node %s had as many recordings as it may have at once until the job's deadline; raise activeDeadlineSeconds"
              .formatted(entry.node()));
    }
    if (Reasons.JOB_SUSPENDED.equals(entry.reason())) {
      return new TargetFailure(
          Reasons.JOB_SUSPENDED,
          "the job was suspended until its deadline; create a new ProfileJob");
    }
    if (entry.phase() == RecordingPhase.PENDING && entry.reason() != null) {
      return new TargetFailure(entry.reason(), entry.message());
    }
    return cause
        .map(why -> new TargetFailure(why.reason(), why.message()))
        .orElseGet(() -> new TargetFailure(
            Reasons.DEADLINE_EXCEEDED,
            "the target was still %s at the job's deadline; raise activeDeadlineSeconds or parallelism"
                .formatted(entry.phase().word())));
  }

  /** The size, or the word if the report was cut before it. */
  private static Object bytes(SidecarReport report, String unknown) {
    return Objects.requireNonNullElse((Object) report.recording().bytes(), unknown);
  }
}
