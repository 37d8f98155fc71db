package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.select.ContainerChoice;
import dev.hotspotter.select.Eligibility;
import dev.hotspotter.select.Pods;
import dev.hotspotter.select.Refusal;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The observations of one pass about one target.
 *
 * @param target the target's entry in the status
 * @param refusal the reason not to start the target: harm to another, too many failures, or, checked only at its turn,
 *     that it is no longer eligible
 */
record TargetView(
    Snapshot pass, RecordingStatus target, SidecarState sidecar, Optional<Refusal> refusal) {

  static TargetView of(Snapshot pass, RecordingStatus target) {
    return new TargetView(pass, target, SidecarState.of(pass, target), halt(pass));
  }

  static TargetView recheckBeforeInjection(Snapshot pass, RecordingStatus target) {
    var pod = pass.pods().get(target.podUID());
    var refusal = halt(pass)
        .or(() -> harmedElsewhere(pass, target, pod))
        .or(() -> Eligibility.refusal(pod))
        .or(() -> ContainerChoice.refusal(pass.job(), pod, target.container(), pass.now()));
    return new TargetView(pass, target, SidecarState.of(pass, target), refusal);
  }

  /** The cause for which a pending target cannot have its turn. */
  Optional<WaitCause> obstacle() {
    if (halt(pass).isPresent()) {
      return Optional.empty();
    }
    if (job().getSpec().suspended()) {
      return Optional.of(WaitCause.SUSPENDED);
    }
    return sidecar instanceof SidecarState.Absent(var holder)
        ? holder.map(other -> new WaitCause(
            Reasons.TARGET_BUSY, "ProfileJob %s records this container".formatted(other)))
        : Optional.empty();
  }

  private static Optional<Refusal> halt(Snapshot pass) {
    return Halt.of(pass.job(), pass.job().getStatus().recordings());
  }

  private static Optional<Refusal> harmedElsewhere(Snapshot pass, RecordingStatus target, Pod pod) {
    return Optional.ofNullable(pod)
        .flatMap(seen -> Pods.container(seen, target.container()))
        .flatMap(container -> ImageHistory.refusal(pass.harmedImages(), pod, container));
  }

  /** The target's pod; null if it is gone, or no longer observed. */
  Pod pod() {
    return pass.pods().get(target.podUID());
  }

  ProfileJob job() {
    return pass.job();
  }

  boolean isStored() {
    return pass.uploads().contains(Snapshot.key(target));
  }

  boolean isStoreAway() {
    return pass.storeError().isPresent();
  }

  Optional<RenderOutcome> rendered() {
    return Optional.ofNullable(pass.rendered().get(Snapshot.key(target)));
  }

  /** The sidecar's report, once it has ended. */
  Optional<SidecarReport> report() {
    return switch (sidecar) {
      case SidecarState.Recorded recorded -> Optional.of(recorded.report());
      case SidecarState.Stopped stopped -> Optional.of(stopped.report());
      default -> Optional.empty();
    };
  }

  /** True if the sidecar has ended. */
  boolean isOver() {
    return switch (sidecar) {
      case SidecarState.Absent _, SidecarState.Starting _, SidecarState.Running _ -> false;
      case SidecarState.PodGone _,
          SidecarState.Recorded _,
          SidecarState.Stopped _,
          SidecarState.Lost _ -> true;
    };
  }

  /** The cause for which the recording cannot be rendered yet. */
  Optional<WaitCause> waitCause() {
    return rendered()
        .map(outcome ->
            outcome instanceof RenderOutcome.Postponed postponed ? postponed.cause() : null)
        .or(() -> pass.storeError().map(WaitCause::ofStore));
  }

  /** When this operator first saw the sidecar run, or as ended. */
  Instant sighted() {
    return pass.sighted(target);
  }

  Duration sinceInjection() {
    return Duration.between(pass.injection(target), pass.now());
  }
}
