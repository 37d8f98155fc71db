package dev.hotspotter.observe;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The state of one target's sidecar at the API server. */
sealed interface SidecarState {

  /** The pod was deleted. */
  record PodGone() implements SidecarState {}

  /** The pod has no sidecar of this job; holder is the job that records the container now. */
  record Absent(Optional<String> holder) implements SidecarState {}

  /** The kubelet has not started it. The kubelet's reason and message are null at first. */
  record Starting(String reason, String message) implements SidecarState {

    /**
     * True if the kubelet tries again, such as after the container runtime was restarted. It never
     * starts an ephemeral container a second time that it has created (RunContainerError).
     */
    boolean mayRecover() {
      return "CreateContainerError".equals(reason);
    }
  }

  /** The sidecar runs. */
  record Running(String since) implements SidecarState {}

  /** The sidecar has ended and reports a complete recording. */
  record Recorded(SidecarReport report) implements SidecarState {}

  /** The sidecar has ended and reports why it has no recording or only a part. */
  record Stopped(SidecarReport report) implements SidecarState {}

  /**
   * The sidecar has ended without a report. jvm is the end of the target's container since the
   * sidecar's start.
   */
  record Lost(ContainerStateTerminated end, Optional<ContainerStateTerminated> jvm)
      implements SidecarState {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * True for seconds after a kill was seen: the kubelet may yet report that the JVM's end caused
     * it.
     */
    boolean mayBeExplained(Instant sighted, Instant now) {
      return jvm.isEmpty()
          && end.getExitCode() == KILLED
          && !"OOMKilled".equals(end.getReason())
          && now.isBefore(sighted.plus(PATIENCE));
    }
  }

  /** The exit code of a killed process. */
  int KILLED = 137;

  static SidecarState of(Snapshot seen, RecordingStatus target) {
    var pod = seen.pods().get(target.podUID());
    if (pod == null) {
      return new PodGone();
    }
    var sidecar = SidecarSpec.name(seen.job(), target.container());
    if (!Pods.hasEphemeral(pod, sidecar)) {
      return new Absent(OtherSidecars.holder(seen.job(), pod, target.container(), seen.now()));
    }
    var state = Pods.ephemeralStatus(pod, sidecar)
        .map(ContainerStatus::getState)
        .orElseGet(ContainerState::new);
    if (state.getTerminated() != null) {
      return ended(seen, target, pod, state.getTerminated());
    }
    if (state.getRunning() != null) {
      return new Running(state.getRunning().getStartedAt());
    }
    var waiting = Optional.ofNullable(state.getWaiting());
    return new Starting(
        waiting.map(w -> w.getReason()).orElse(null),
        waiting.map(w -> w.getMessage()).orElse(null));
  }

  private static SidecarState ended(
      Snapshot seen, RecordingStatus target, Pod pod, ContainerStateTerminated end) {
    var report = SidecarReport.parse(end.getMessage()).map(read -> read.during(end));
    var jvm = start(end, Duration.between(seen.injection(target), seen.now()))
        .flatMap(start -> endOfJvm(pod, target.container(), start));
    if (report.isEmpty()) {
      return new Lost(end, jvm);
    }
    if (report.get().outcome() == SidecarReport.Outcome.RECORDED) {
      return new Recorded(report.get());
    }
    var isExpected =
        Pods.isEnding(pod) || jvm.filter(stop -> Harm.isExpected(pod, stop)).isPresent();
    return new Stopped(
        isExpected && report.get().isOfEndedJvm()
            ? report.get().withReason(Reasons.CONTAINER_STOPPED)
            : report.get());
  }

  /**
   * The start of an ended sidecar by its kubelet's clock. One that could not be executed has none, or
   * that of 1970: then the earliest time at which its kubelet may have begun, as long ago as the
   * injection at most.
   */
  private static Optional<Instant> start(ContainerStateTerminated end, Duration sinceInjection) {
    var longest = sinceInjection.compareTo(SidecarSettings.START_WINDOW) < 0
        ? sinceInjection
        : SidecarSettings.START_WINDOW;
    return Optional.ofNullable(end.getStartedAt())
        .map(Instant::parse)
        .filter(Instant.EPOCH::isBefore)
        .or(() -> Optional.ofNullable(end.getFinishedAt())
            .map(Instant::parse)
            .map(finished -> finished.minus(longest)));
  }

  /**
   * The end of the target's container after the sidecar's start, by the same clock. It kills the
   * sidecar, too: a PID namespace ends with its first process (man 7 pid_namespaces).
   */
  private static Optional<ContainerStateTerminated> endOfJvm(
      Pod pod, String container, Instant start) {
    return Pods.containerStatus(pod, container).stream()
        .flatMap(status -> Stream.of(status.getState(), status.getLastState()))
        .filter(Objects::nonNull)
        .map(ContainerState::getTerminated)
        .filter(end -> end != null && end.getFinishedAt() != null)
        .filter(end -> !Instant.parse(end.getFinishedAt()).isBefore(start))
        .findFirst();
  }
}
