package dev.hotspotter.plan;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.observe.DroppedTargets;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.NoSamples;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans a pass over a running job from its snapshot, without effects. */
public final class Planner {

  private Planner() {}

  /** The plan of a pass over a job whose targets have these places. */
  public static Plan plan(Snapshot seen, Places places) {
    var entries = seen.job().getStatus().recordings().stream()
        .map(target -> TargetMachine.next(seen, target))
        .toList();
    var turns = Turns.of(seen, places, entries);
    var recordings = DroppedTargets.without(
        seen.job(),
        entries.stream()
            .map(target -> turns.contains(target)
                ? TargetMachine.recheckBeforeInjection(seen, target)
                : turns.waiting(target))
            .toList());
    var actions = new ArrayList<Action>();
    actions.addAll(injections(seen, turns, recordings));
    actions.addAll(stops(seen, recordings));
    actions.addAll(renderings(seen, recordings));
    var members = renderable(seen, recordings);
    var settled = recordings.stream()
        .allMatch(target -> target.phase() == RecordingPhase.FAILED || members.contains(target));
    var last = seen.merged().filter(m -> settled && m.members().equals(keys(members)));
    var merged = last.filter(m -> !(m instanceof MergeOutcome.Postponed))
        .or(() -> givenUp(seen, members, last));
    if (settled && !members.isEmpty() && merged.isEmpty()) {
      actions.add(new Action.Merge(recordings));
    }
    return new Plan(
        recordings,
        DroppedTargets.images(seen.job(), entries),
        actions,
        merged.or(() -> last),
        Recheck.after(seen, recordings));
  }

  /**
   * The actions for a job that has just ended: a failed one gets a report, too, and no pass waits
   * for it.
   */
  public static List<Action> actionsAfterEnd(ProfileJob ended) {
    var recordings = ended.getStatus().recordings();
    var hasFailed = !recordings.isEmpty()
        && recordings.stream().allMatch(target -> target.phase() == RecordingPhase.FAILED);
    return hasFailed ? List.of(new Action.Report(recordings)) : List.of();
  }

  private static List<Action> injections(
      Snapshot seen, Turns turns, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(turns::contains)
        .<Action>map(target -> new Action.Inject(target, seen.pods().get(target.podUID())))
        .toList();
  }

  /**
   * Orders to stop, for sidecars that have none yet: those of a suspended job, and those that could
   * still start after their target has failed.
   */
  private static List<Action> stops(Snapshot seen, List<RecordingStatus> recordings) {
    if (seen.storeError().isPresent()) {
      return List.of();
    }
    var suspended = seen.job().getSpec().suspended();
    return recordings.stream()
        .filter(target -> suspended && target.phase().mayRecord() || isGivenUp(seen, target))
        .filter(target -> !seen.ordered().contains(Snapshot.key(target)))
        .<Action>map(target -> new Action.Stop(
            target, target.phase().mayRecord() ? "was suspended" : "gave up this target"))
        .toList();
  }

  private static boolean isGivenUp(Snapshot seen, RecordingStatus target) {
    return target.phase() == RecordingPhase.FAILED && seen.mayStillStart(target);
  }

  private static List<Action> renderings(Snapshot seen, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(target -> target.phase() == RecordingPhase.COLLECTING)
        .filter(target -> seen.uploads().contains(Snapshot.key(target)))
        .filter(
            target -> !(seen.rendered().get(Snapshot.key(target)) instanceof RenderOutcome.Final))
        .<Action>map(Action.Render::new)
        .toList();
  }

  private static List<RecordingStatus> renderable(Snapshot seen, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(target -> target.phase() == RecordingPhase.SUCCEEDED
            || target.phase() == RecordingPhase.COLLECTING
                && seen.rendered().get(Snapshot.key(target)) instanceof RenderOutcome.Rendered done
                && !NoSamples.isFailure(seen.job().getSpec().recording(), done))
        .toList();
  }

  /** The failure of a merge that misses its time, because no job may run for ever. */
  private static Optional<MergeOutcome> givenUp(
      Snapshot seen, List<RecordingStatus> members, Optional<MergeOutcome> last) {
    if (members.isEmpty() || !seen.now().isAfter(seen.graceEnd())) {
      return Optional.empty();
    }
    var why = last.map(outcome ->
            outcome instanceof MergeOutcome.Postponed postponed ? postponed.cause() : null)
        .or(() -> seen.storeError().map(WaitCause::ofStore))
        .orElseGet(() -> new WaitCause(
            Reasons.RENDER_FAILED,
            "it took longer than %d s after the job's deadline; look at the operator's log"
                .formatted(Deadline.RENDER_GRACE.toSeconds())));
    return Optional.of(new MergeOutcome.Failed(keys(members), why.reason(), why.message()));
  }

  private static Set<String> keys(List<RecordingStatus> targets) {
    return targets.stream().map(Snapshot::key).collect(Collectors.toSet());
  }
}
