package dev.hotspotter.observe;

import dev.hotspotter.api.Durations;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.ContainerChoice;
import dev.hotspotter.select.Eligibility;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where one target stands, from what its pod and the object store say. The store knows of an upload up to two seconds before
 * the kubelet reports the sidecar's end, so a recording is rendered at once and confirmed by the sidecar's report later.
 */
public final class TargetProgress {

  /** What the kubelet says while it cannot start a container, and how the operator calls it. */
  private static final Set<String> PULL_ERRORS =
      Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError");

  private static final Set<String> START_ERRORS =
      Set.of("CreateContainerConfigError", "CreateContainerError", "RunContainerError");

  /** Time for the kubelet to get over a passing error. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Snapshot snapshot;
  private final RecordingStatus target;
  private final String key;
  private final String sidecar;

  private TargetProgress(Snapshot snapshot, RecordingStatus target) {
    this.snapshot = snapshot;
    this.target = target;
    this.key = Snapshot.key(target);
    this.sidecar = SidecarSpec.name(snapshot.job(), target.container());
  }

  /** The target's entry as it should be now; a terminal one stays as it is. */
  public static RecordingStatus of(Snapshot snapshot, RecordingStatus target) {
    return target.phase().isTerminal() ? target : new TargetProgress(snapshot, target).now();
  }

  private RecordingStatus now() {
    var pod = Optional.ofNullable(snapshot.pods().get(target.podUID()));
    var injected = pod.map(p -> Pods.hasEphemeral(p, sidecar)).orElse(false);
    var entry = target;
    if (injected && target.injectionTime() == null) {
      entry = TargetEntry.injected(target, snapshot.now());
    }
    if (pod.isEmpty()) {
      return collected(entry, Optional.empty())
          .orElseGet(() -> fail(Reasons.POD_GONE, "the pod was deleted before its recording was stored; create a new ProfileJob"));
    }
    return injected ? injected(entry, pod.get()) : waiting(pod.get());
  }

  /** The entry of a target that is to be injected now: failed, if it would not be chosen any more. */
  public static RecordingStatus atItsTurn(Snapshot seen, RecordingStatus target) {
    var pod = seen.pods().get(target.podUID());
    return Eligibility.refusal(pod)
        .or(() -> ContainerChoice.refusal(seen.job(), pod, target.container(), seen.now()))
        .map(why -> TargetEntry.failed(target, why.reason(), why.message()))
        .orElse(target);
  }

  private RecordingStatus waiting(Pod pod) {
    return Occupancy.holder(snapshot.job(), pod, target.container(), snapshot.now())
        .map(job -> TargetEntry.waiting(target, RecordingPhase.PENDING, new Setback(Reasons.TARGET_BUSY, "ProfileJob %s records this container".formatted(job))))
        .orElseGet(() -> Reasons.TARGET_BUSY.equals(target.reason()) ? TargetEntry.phase(target, RecordingPhase.PENDING) : target);
  }

  private RecordingStatus injected(RecordingStatus entry, Pod pod) {
    var state = Pods.ephemeralStatus(pod, sidecar).map(ContainerStatus::getState);
    var terminated = state.map(ContainerState::getTerminated);
    if (terminated.isPresent()) {
      return ended(entry, terminated.get());
    }
    var waiting = state.map(ContainerState::getWaiting).flatMap(w -> cannotStart(entry, w));
    return waiting
        .or(() -> collected(entry, Optional.empty()))
        .or(() -> overdue(entry, state))
        .or(() -> lateUpload(entry))
        .orElseGet(() -> recording(entry, state));
  }

  private RecordingStatus ended(RecordingStatus entry, ContainerStateTerminated terminated) {
    var report = SidecarReport.parse(terminated.getMessage());
    if (report.isEmpty() && terminated.getExitCode() == 0) {
      return fail(
          Reasons.SIDECAR_LOST,
          "the sidecar has recorded, but its report cannot be read, so that what is stored cannot be verified;"
              + " restart the pod if it has so many containers that the kubelet cuts their reports");
    }
    if (report.isEmpty()) {
      return collected(entry, report).orElseGet(() -> jvmEnded(entry)
          .map(words -> fail(Reasons.JVM_EXITED, words))
          .orElseGet(() -> fail(Reasons.SIDECAR_LOST, lost(terminated))));
    }
    if (report.get().outcome() != SidecarReport.Outcome.RECORDED) {
      return endedEarly(entry, report.get());
    }
    return collected(TargetEntry.reported(entry, report.get()), report)
        .orElseGet(() -> fail(
            Reasons.RECORDING_MISSING,
            "the sidecar has uploaded %s bytes, but the object store does not have them; check the store's volume and its log"
                .formatted(bytes(report.get(), "some"))));
  }

  /** A JVM that ends during its recording leaves a part of it, perhaps the one that says why it ended. */
  private RecordingStatus endedEarly(RecordingStatus entry, SidecarReport report) {
    if (report.recording() != null && report.reason().equals(Reasons.JVM_EXITED) && snapshot.storeError().isPresent()) {
      return TargetEntry.waiting(TargetEntry.reported(entry, report), RecordingPhase.COLLECTING, Setback.ofStore(snapshot.storeError().get()));
    }
    if (report.recording() == null || !snapshot.uploads().contains(key)) {
      return fail(report.reason(), report.message());
    }
    var part = TargetEntry.reported(entry, report);
    return switch (snapshot.rendered().get(key)) {
      case null -> TargetEntry.phase(part, RecordingPhase.COLLECTING);
      case RenderOutcome.Postponed postponed -> TargetEntry.waiting(part, RecordingPhase.COLLECTING, postponed.setback());
      case RenderOutcome.Failed failed -> TargetEntry.failedWithRecording(
          part, Reasons.RENDER_FAILED, "%s Besides, %s".formatted(report.message(), failed.message()));
      case RenderOutcome.Rendered done when !report.isOf(done) -> fail(report.reason(), report.message());
      case RenderOutcome.Rendered done -> TargetEntry.failedWithRecording(
          part,
          report.reason(),
          report.message() + (done.hasNoSamples() ? " What is stored holds no samples that can be read" : " What is stored is rendered"));
    };
  }

  /** The entry once the recording is in the store: collecting until it is rendered and confirmed. */
  private Optional<RecordingStatus> collected(RecordingStatus entry, Optional<SidecarReport> report) {
    if (!snapshot.uploads().contains(key)) {
      return unknown(entry);
    }
    var podKnowsMore = report.isEmpty() && sidecarMayRun();
    return Optional.of(switch (snapshot.rendered().get(key)) {
      case null -> TargetEntry.phase(entry, RecordingPhase.COLLECTING);
      case RenderOutcome.Postponed postponed -> TargetEntry.waiting(entry, RecordingPhase.COLLECTING, postponed.setback());
      case RenderOutcome outcome when podKnowsMore -> TargetEntry.phase(entry, RecordingPhase.COLLECTING);
      case RenderOutcome.Rendered done when report.isPresent() && !report.get().isOf(done) -> fail(
          Reasons.CHECKSUM_MISMATCH,
          "the stored recording has %d bytes with sha256 %s, but the sidecar uploaded %s bytes with sha256 %s; someone else"
              .formatted(
                  done.bytes(), done.sha256(), bytes(report.get(), "other"), report.get().recording().sha256())
              + " writes to this bucket, or the store is damaged");
      case RenderOutcome outcome -> judged(snapshot.job(), entry, outcome, report);
    });
  }

  /** The entry as the rendering leaves it, when nobody has more to say about the recording. */
  public static RecordingStatus judged(ProfileJob job, RecordingStatus entry, RenderOutcome outcome, Optional<SidecarReport> report) {
    return switch (outcome) {
      case RenderOutcome.Postponed postponed -> TargetEntry.waiting(entry, RecordingPhase.COLLECTING, postponed.setback());
      case RenderOutcome.Failed failed -> TargetEntry.failedWithRecording(entry, Reasons.RENDER_FAILED, failed.message());
      case RenderOutcome.Rendered done -> Remarks.on(entry, job.getSpec().recording(), done, report);
    };
  }

  /** While the store cannot be asked, a recording that may be there is not given up. */
  private Optional<RecordingStatus> unknown(RecordingStatus entry) {
    var mayBeThere = entry.phase() == RecordingPhase.COLLECTING || entry.injectionTime() != null && !sidecarMayRun();
    return snapshot.storeError()
        .filter(words -> mayBeThere)
        .map(words -> lateUpload(entry).orElseGet(() -> TargetEntry.waiting(entry, RecordingPhase.COLLECTING, Setback.ofStore(words))));
  }

  /** The recording is over, its sidecar still runs, and nothing is stored: the store is away, or out of the sidecar's reach. */
  private Optional<RecordingStatus> lateUpload(RecordingStatus entry) {
    if (snapshot.rendered().containsKey(key) || entry.phase() == RecordingPhase.COLLECTING && entry.reason() == null) {
      return Optional.empty(); // it was stored
    }
    var duration = Durations.parse(snapshot.job().getSpec().recording().duration());
    var store = snapshot.storeError();
    return Optional.ofNullable(snapshot.pods().get(target.podUID()))
        .flatMap(pod -> Pods.ephemeralStatus(pod, sidecar))
        .map(status -> status.getState().getRunning())
        .map(running -> TargetEntry.recording(entry, running.getStartedAt()))
        .flatMap(recording -> Optional.of(
                UploadWait.of(
                    Instant.parse(recording.startTime()), duration, SidecarSettings.lifetime(duration), Deadline.of(snapshot.job())))
            .filter(wait -> wasLate(entry) || wait.isLate(snapshot.now(), store.isPresent()))
            .map(wait -> new Setback(store.isPresent() ? Reasons.OBJECT_STORE_UNAVAILABLE : Reasons.UPLOAD_PENDING, wait.words(store)))
            .map(why -> TargetEntry.waiting(recording, RecordingPhase.COLLECTING, why)));
  }

  private static boolean wasLate(RecordingStatus entry) {
    return entry.phase() == RecordingPhase.COLLECTING;
  }

  private boolean sidecarMayRun() {
    return Optional.ofNullable(snapshot.pods().get(target.podUID()))
        .filter(pod -> Pods.ephemeralStatus(pod, sidecar)
            .map(ContainerStatus::getState)
            .map(ContainerState::getTerminated)
            .isEmpty())
        .isPresent();
  }

  /** As a word, if the report was cut before it. */
  private static Object bytes(SidecarReport report, String unknown) {
    return Objects.requireNonNullElse((Object) report.recording().bytes(), unknown);
  }

  private Optional<RecordingStatus> cannotStart(RecordingStatus entry, ContainerStateWaiting waiting) {
    var reason = String.valueOf(waiting.getReason());
    var pull = PULL_ERRORS.contains(reason);
    if (!pull && !START_ERRORS.contains(reason) || since(entry).compareTo(PATIENCE) < 0) {
      return Optional.empty();
    }
    var words = "%s: %s".formatted(reason, waiting.getMessage());
    return Optional.of(
        pull
            ? fail(Reasons.IMAGE_PULL_FAILED, "the kubelet cannot pull the sidecar's image: " + words)
            : fail(Reasons.SIDECAR_NOT_STARTED, "the kubelet cannot start the sidecar: " + words));
  }

  private Optional<RecordingStatus> overdue(RecordingStatus entry, Optional<ContainerState> state) {
    var running = state.map(ContainerState::getRunning).isPresent();
    var lifetime = SidecarSettings.lifetime(Durations.parse(snapshot.job().getSpec().recording().duration()));
    var kubeletLag = PATIENCE;
    var patience = SidecarSettings.START_WINDOW.plus(kubeletLag).plus(running ? lifetime : Duration.ZERO);
    if (since(entry).compareTo(patience) < 0) {
      return Optional.empty();
    }
    return Optional.of(
        running
            ? fail(Reasons.SIDECAR_LOST, "the sidecar is past its own deadline and has not reported; look at its log with"
                + " kubectl logs " + target.pod() + " -c " + sidecar)
            : fail(Reasons.SIDECAR_NOT_STARTED, "the kubelet has not started the sidecar within %d s; look at kubectl describe pod %s"
                .formatted(patience.toSeconds(), target.pod())));
  }

  private RecordingStatus recording(RecordingStatus entry, Optional<ContainerState> state) {
    return state.map(ContainerState::getRunning)
        .map(running -> TargetEntry.recording(entry, running.getStartedAt()))
        .orElseGet(() -> TargetEntry.phase(entry, RecordingPhase.INJECTED));
  }

  private Duration since(RecordingStatus entry) {
    return Duration.between(Instant.parse(entry.injectionTime()), snapshot.now());
  }

  private RecordingStatus fail(String reason, String message) {
    return TargetEntry.failed(target, reason, message);
  }

  /** When the first process of a PID namespace ends, the kernel kills the others, the sidecar among them (man 7 pid_namespaces). */
  private Optional<String> jvmEnded(RecordingStatus entry) {
    var injected = Instant.parse(entry.injectionTime()).truncatedTo(ChronoUnit.SECONDS);
    return Optional.ofNullable(snapshot.pods().get(target.podUID()))
        .flatMap(pod -> Pods.containerStatus(pod, target.container()))
        .stream()
        .flatMap(status -> Stream.of(status.getState(), status.getLastState()))
        .filter(Objects::nonNull)
        .map(ContainerState::getTerminated)
        .filter(end -> end != null && end.getFinishedAt() != null && !Instant.parse(end.getFinishedAt()).isBefore(injected))
        .findFirst()
        .map(end -> "container %s ended while it was recorded (%s, exit code %d), and the recording with it; see why it ended, and create a new ProfileJob"
            .formatted(target.container(), end.getReason(), end.getExitCode()));
  }

  private static String lost(ContainerStateTerminated terminated) {
    return ("the sidecar ended without a report (%s, exit code %d); the profiler in the JVM stops by itself within its timeout;"
            + " create a new ProfileJob, and if it was OOMKilled, give the pod more memory")
        .formatted(terminated.getReason(), terminated.getExitCode());
  }
}
