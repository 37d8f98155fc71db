package dev.hotspotter.observe;

import static dev.hotspotter.api.RecordingPhase.COLLECTING;
import static dev.hotspotter.api.RecordingPhase.INJECTED;
import static dev.hotspotter.api.RecordingPhase.PENDING;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.api.spec.Durations;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.inject.InjectOutcome;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.observe.SidecarState.Absent;
import dev.hotspotter.observe.SidecarState.Lost;
import dev.hotspotter.observe.SidecarState.PodGone;
import dev.hotspotter.observe.SidecarState.Recorded;
import dev.hotspotter.observe.SidecarState.Running;
import dev.hotspotter.observe.SidecarState.Starting;
import dev.hotspotter.observe.SidecarState.Stopped;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A target's state machine (docs/explanation/architecture.md). A pass takes all possible steps.
 *
 * <p>The store shows an upload up to two seconds before the kubelet reports the sidecar's end. So a
 * recording is rendered at once, and the sidecar's report confirms it later.
 */
public final class TargetMachine {

  /** Time for the kubelet to recover from a transient error. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Time for the kubelet to start a sidecar. */
  private static final Duration START_PATIENCE = SidecarSettings.START_WINDOW.plus(PATIENCE);

  private final TargetView seen;

  TargetMachine(TargetView seen) {
    this.seen = seen;
  }

  /** The target's entry as it should be now. */
  public static RecordingStatus next(Snapshot pass, RecordingStatus target) {
    return new TargetMachine(TargetView.of(pass, target)).next();
  }

  /** The entry of a pending target at its turn: failed, if it is no longer eligible. */
  public static RecordingStatus recheckBeforeInjection(Snapshot pass, RecordingStatus target) {
    return new TargetMachine(TargetView.recheckBeforeInjection(pass, target)).next();
  }

  /** The entry of a pending target after an injection. */
  public static RecordingStatus after(InjectOutcome outcome, RecordingStatus entry) {
    return switch (outcome) {
      case InjectOutcome.Injected injected -> TargetEntry.injected(entry, injected.at());
      case InjectOutcome.Refused no -> TargetEntry.failed(entry, no.reason(), no.message());
      case InjectOutcome.Again again -> TargetEntry.waiting(entry, PENDING, again.why());
      case InjectOutcome.PodChanged _ -> entry;
    };
  }

  /** The entry of a target whose job cannot go on. */
  public static RecordingStatus abandoned(RecordingStatus entry, String reason, String message) {
    return entry.phase().isTerminal() ? entry : TargetEntry.failed(entry, reason, message);
  }

  /** Takes steps while they lead forward; a step back ends the pass. */
  RecordingStatus next() {
    var entry = seen.target();
    var next = step(entry);
    while (isForward(entry, next)) {
      entry = next;
      next = step(entry);
    }
    return next;
  }

  RecordingStatus step(RecordingStatus entry) {
    return switch (entry.phase()) {
      case PENDING -> inTime(entry, pending(entry));
      case INJECTED, RECORDING -> inTime(entry, unlessLost(entry, this::recording));
      case COLLECTING -> inTime(entry, unlessLost(entry, this::collecting));
      case SUCCEEDED -> Harm.marked(entry, seen.sidecar(), seen.pod());
      case FAILED -> entry;
    };
  }

  private RecordingStatus pending(RecordingStatus entry) {
    return switch (seen.sidecar()) {
      case PodGone _ ->
        seen.isStored() ? TargetEntry.phase(entry, COLLECTING) : failed(TargetFailure.podGone());
      case Absent _
      when seen.obstacle().isPresent() ->
        TargetEntry.waiting(entry, PENDING, seen.obstacle().get());
      case Absent _
      when seen.refusal().isPresent() ->
        failed(new TargetFailure(
            seen.refusal().get().reason(), seen.refusal().get().message()));
      case Absent _ ->
        Reasons.TARGET_BUSY.equals(entry.reason()) || Reasons.JOB_SUSPENDED.equals(entry.reason())
            ? TargetEntry.phase(entry, PENDING)
            : entry;
      case Starting _, Running _, Recorded _, Stopped _, Lost _ ->
        TargetEntry.injected(entry, seen.pass().now());
    };
  }

  /** The step of an injected target; a pod without the sidecar was read before the injection. */
  private RecordingStatus unlessLost(RecordingStatus entry, UnaryOperator<RecordingStatus> step) {
    return seen.sidecar() instanceof Absent
        ? entry
        : loss(entry).map(this::failed).orElseGet(() -> step.apply(entry));
  }

  /** The failure if no recording can be expected any more. */
  private Optional<TargetFailure> loss(RecordingStatus entry) {
    var mayCome =
        seen.isStored() || seen.isStoreAway() && (seen.isOver() || entry.phase() == COLLECTING);
    return switch (seen.sidecar()) {
      case Absent _ -> Optional.empty();
      case Starting starting ->
        TargetFailure.startError(starting)
            .filter(_ -> isOverdue(starting.mayRecover() ? START_PATIENCE : PATIENCE))
            .or(() -> failureUnless(
                mayCome || !isOverdue(START_PATIENCE),
                TargetFailure.notStarted(seen, START_PATIENCE)));
      case Running _ ->
        failureUnless(
            mayCome || !isOverdue(START_PATIENCE.plus(lifetime())),
            TargetFailure.runsForEver(seen));
      case PodGone _ -> failureUnless(mayCome, TargetFailure.podGone());
      case Recorded(var report) -> failureUnless(mayCome, TargetFailure.recordingMissing(report));
      case Stopped(var report) ->
        failureUnless(mayHavePart(report), TargetFailure.reported(report));
      case Lost lost ->
        failureUnless(
            mayCome && lost.end().getExitCode() != 0
                || lost.mayBeExplained(seen.sighted(), seen.pass().now()),
            TargetFailure.lost(lost, seen));
    };
  }

  private static Optional<TargetFailure> failureUnless(
      boolean recordingMayCome, TargetFailure failure) {
    return recordingMayCome ? Optional.empty() : Optional.of(failure);
  }

  private boolean isOverdue(Duration patience) {
    return seen.sinceInjection().compareTo(patience) >= 0;
  }

  /** True if the store has part of the recording, or may have it while it is unreachable. */
  private boolean mayHavePart(SidecarReport report) {
    return report.recording() != null
        && (seen.isStored() || seen.isStoreAway() && report.isOfEndedJvm());
  }

  private RecordingStatus recording(RecordingStatus entry) {
    return seen.isStored() || seen.isOver()
        ? TargetEntry.phase(entry, COLLECTING)
        : waitForUpload(entry).orElseGet(() -> asTheKubeletSays(entry));
  }

  private RecordingStatus collecting(RecordingStatus entry) {
    var known = seen.report().map(report -> TargetEntry.reported(entry, report)).orElse(entry);
    if (seen.isStored()) {
      return stored(known);
    }
    return waitForUpload(known)
        .or(() -> seen.pass()
            .storeError()
            .map(words -> TargetEntry.waiting(known, COLLECTING, WaitCause.ofStore(words))))
        .orElseGet(() -> asTheKubeletSays(known));
  }

  private RecordingStatus stored(RecordingStatus entry) {
    return switch (seen.rendered().orElse(null)) {
      case null -> TargetEntry.phase(entry, COLLECTING);
      case RenderOutcome.Postponed postponed ->
        TargetEntry.waiting(entry, COLLECTING, postponed.cause());
      case RenderOutcome.Final outcome ->
        switch (seen.sidecar()) {
          case Absent _, Starting _, Running _ ->
            TargetEntry.phase(entry, COLLECTING); // its report may say more
          case PodGone _, Lost _ -> judged(entry, outcome, Optional.empty());
          case Recorded(var report) -> confirmed(entry, outcome, report);
          case Stopped(var report) -> stopped(entry, outcome, report);
        };
    };
  }

  private RecordingStatus confirmed(
      RecordingStatus entry, RenderOutcome.Final outcome, SidecarReport report) {
    return outcome instanceof RenderOutcome.Rendered done && !report.isOf(done)
        ? failed(TargetFailure.mismatch(report, done))
        : judged(entry, outcome, Optional.of(report));
  }

  /** A JVM that ends early leaves part of a recording, which may show why it ended. */
  private RecordingStatus stopped(
      RecordingStatus entry, RenderOutcome.Final outcome, SidecarReport report) {
    return switch (outcome) {
      case RenderOutcome.Failed(var words) ->
        TargetEntry.failedWithRecording(
            entry, Reasons.RENDER_FAILED, report.messageWith("also, " + words));
      case RenderOutcome.Rendered done
      when !report.isOf(done) -> failed(TargetFailure.reported(report));
      case RenderOutcome.Rendered done ->
        TargetEntry.failedWithRecording(
            TargetEntry.succeeded(entry, done),
            report.reason(),
            report.messageWith("the stored part "
                + (done.hasNoSamples() ? "has no readable samples" : "is rendered")));
    };
  }

  /** The end of a target after its last report. */
  private RecordingStatus judged(
      RecordingStatus entry, RenderOutcome.Final outcome, Optional<SidecarReport> report) {
    return switch (outcome) {
      case RenderOutcome.Failed(var words) ->
        TargetEntry.failedWithRecording(entry, Reasons.RENDER_FAILED, words);
      case RenderOutcome.Rendered done -> {
        var recording = seen.job().getSpec().recording();
        var succeeded = TargetEntry.succeeded(entry, done);
        yield Remark.on(recording, done, report)
            .map(remark -> NoSamples.isFailure(recording, done)
                ? TargetEntry.failedWithRecording(succeeded, remark.reason(), remark.message())
                : TargetEntry.remarked(succeeded, remark.reason(), remark.message()))
            .orElse(succeeded);
      }
    };
  }

  /** The entry while the sidecar still tries to upload after its recording; otherwise empty. */
  private Optional<RecordingStatus> waitForUpload(RecordingStatus entry) {
    var wasStored =
        seen.rendered().isPresent() || entry.phase() == COLLECTING && entry.reason() == null;
    if (wasStored || !(seen.sidecar() instanceof Running(var since))) {
      return Optional.empty();
    }
    var wait = UploadWait.of(seen.sighted(), duration(), lifetime(), Deadline.of(seen.job()));
    if (entry.phase() != COLLECTING && !wait.isLate(seen.pass().now(), seen.isStoreAway())) {
      return Optional.empty();
    }
    var reason = seen.isStoreAway() ? Reasons.OBJECT_STORE_UNAVAILABLE : Reasons.UPLOAD_PENDING;
    var why = new WaitCause(reason, wait.words(seen.pass().storeError()));
    return Optional.of(TargetEntry.waiting(TargetEntry.recording(entry, since), COLLECTING, why));
  }

  private RecordingStatus asTheKubeletSays(RecordingStatus entry) {
    return switch (seen.sidecar()) {
      case Starting _ -> TargetEntry.phase(entry, INJECTED);
      case Running(var since) -> TargetEntry.recording(entry, since);
      case Absent _, PodGone _, Recorded _, Stopped _, Lost _ -> entry;
    };
  }

  /**
   * Ends a target at the deadline unless a step leads on. A rendered recording needs no report
   * then, as after a node's death. A stored one has the grace period to be rendered.
   */
  private RecordingStatus inTime(RecordingStatus entry, RecordingStatus next) {
    if (!seen.pass().isLate() || isForward(entry, next)) {
      return next;
    }
    if (seen.rendered().orElse(null) instanceof RenderOutcome.Final outcome) {
      return entry.phase() == COLLECTING
          ? judged(next, outcome, Optional.empty())
          : TargetEntry.phase(next, COLLECTING);
    }
    var mayStillBeRendered = seen.isStored() || seen.isStoreAway() && next.phase() == COLLECTING;
    if (mayStillBeRendered && seen.pass().now().isBefore(seen.pass().graceEnd())) {
      return next;
    }
    var failure = TargetFailure.late(next, seen.waitCause());
    return TargetEntry.failed(next, failure.reason(), failure.message());
  }

  private static boolean isForward(RecordingStatus entry, RecordingStatus next) {
    return next.phase().compareTo(entry.phase()) > 0;
  }

  /** The failed entry, without this pass's earlier steps. */
  private RecordingStatus failed(TargetFailure failure) {
    return TargetEntry.failed(seen.target(), failure.reason(), failure.message());
  }

  private Duration duration() {
    return Durations.parse(seen.job().getSpec().recording().duration());
  }

  private Duration lifetime() {
    return SidecarSettings.lifetime(duration());
  }
}
