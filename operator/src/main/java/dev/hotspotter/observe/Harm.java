package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.select.Pods;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Signs that a recording may have harmed its target: the JVM ended during the recording, or its
 * container within a minute after it. A job with a sign starts no further target.
 */
public final class Harm {

  /** The time after a recording in which the end of its container is a sign. */
  private static final Duration WATCH = Duration.ofMinutes(1);

  /** The same, until the kubelet has reported the end. */
  private static final Duration LOOK = WATCH.plusSeconds(5);

  private static final Set<String> SIGNS = Set.of(Reasons.JVM_EXITED, Reasons.JVM_RESTARTED);

  private Harm() {}

  /** The first target with a sign. */
  public static Optional<RecordingStatus> in(List<RecordingStatus> targets) {
    return targets.stream().filter(Harm::isSign).findFirst();
  }

  /** True if the target's JVM ended during or soon after its recording. */
  public static boolean isSign(RecordingStatus target) {
    return target.reason() != null && SIGNS.contains(target.reason());
  }

  /** The time for which the targets of a job that has ended are still watched; empty if it is over. */
  public static Optional<Duration> watchLeft(ProfileJob ended, Instant now) {
    var end = Instant.parse(ended.getStatus().completionTime()).plus(LOOK);
    return Optional.of(Duration.between(now, end))
        .filter(left -> left.isPositive() && left.compareTo(LOOK.multipliedBy(2)) < 0)
        .filter(_ -> ended.getStatus().recordings().stream()
            .anyMatch(target -> target.phase() == RecordingPhase.SUCCEEDED));
  }

  /**
   * True if the end of the target's container may be a sign. The node's clock decides that, and it may
   * differ from the operator's: so the target is watched as long as its job runs.
   */
  static boolean isWatched(RecordingStatus target) {
    return target.phase() == RecordingPhase.SUCCEEDED && target.endTime() != null;
  }

  /** True if the container completed, or ended with its pod: then the recording is not the cause. */
  static boolean isExpected(Pod pod, ContainerStateTerminated end) {
    return Pods.isEnding(pod)
        || end.getExitCode() == 0 && !"Always".equals(pod.getSpec().getRestartPolicy());
  }

  /** The entry of a target that succeeded, marked if its container has ended since. */
  static RecordingStatus marked(RecordingStatus entry, SidecarState sidecar, Pod pod) {
    if (pod == null || isSign(entry)) {
      return entry;
    }
    return withSidecar(entry, sidecar, pod)
        .or(() -> after(entry, pod))
        .map(words -> TargetEntry.remarked(
            entry,
            Reasons.JVM_RESTARTED,
            entry.message() == null ? words : words + "; " + entry.message()))
        .orElse(entry);
  }

  /** The container's end between the upload and the report, in words. */
  private static Optional<String> withSidecar(
      RecordingStatus entry, SidecarState sidecar, Pod pod) {
    return sidecar instanceof SidecarState.Lost lost
        ? lost.jvm()
            .filter(end -> !isExpected(pod, end))
            .map(end -> "container %s ended before its sidecar could report (%s)"
                .formatted(entry.container(), TargetFailure.words(end, pod)))
        : Optional.empty();
  }

  /** The container's unexpected end in the watched time, in words. */
  private static Optional<String> after(RecordingStatus entry, Pod pod) {
    if (entry.endTime() == null) {
      return Optional.empty();
    }
    return Pods.containerStatus(pod, entry.container()).stream()
        .flatMap(status -> Stream.of(status.getState(), status.getLastState()))
        .filter(Objects::nonNull)
        .map(ContainerState::getTerminated)
        .filter(end -> end != null && end.getFinishedAt() != null && !isExpected(pod, end))
        .filter(end -> isSoonAfter(recorded(entry), Instant.parse(end.getFinishedAt())))
        .findFirst()
        .map(end -> "container %s ended %d s after its recording (%s)"
            .formatted(
                entry.container(),
                Duration.between(recorded(entry), Instant.parse(end.getFinishedAt()))
                    .toSeconds(),
                TargetFailure.words(end, pod)));
  }

  private static boolean isSoonAfter(Instant recorded, Instant ended) {
    return !ended.isBefore(recorded) && ended.isBefore(recorded.plus(WATCH));
  }

  /** The end of the recording, in seconds as the kubelet reports the container's. */
  private static Instant recorded(RecordingStatus entry) {
    return Instant.parse(entry.endTime()).truncatedTo(ChronoUnit.SECONDS);
  }
}
