package dev.hotspotter.plan;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.NoSamples;
import dev.hotspotter.observe.OtherContainers;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.observe.Setback;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetEntry;
import dev.hotspotter.observe.TargetProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** From what a pass has seen to what it does: the whole life of a running job, without an effect. */
public final class Planner {

  private Planner() {}

  public static Plan plan(Snapshot seen) {
    var late = seen.now().isAfter(Deadline.of(seen.job()));
    var progress = seen.job().getStatus().recordings().stream().map(r -> TargetProgress.of(seen, r)).map(r -> late ? late(seen, r) : r).toList();
    var turns = turns(seen, progress);
    var recordings =
        OtherContainers.dropped(seen.job(), progress.stream().map(r -> turns.contains(r) ? TargetProgress.atItsTurn(seen, r) : r).toList());
    var actions = new ArrayList<Action>();
    actions.addAll(injections(seen, turns, recordings));
    actions.addAll(renderings(seen, recordings));
    var members = renderable(seen, recordings);
    var settled = recordings.stream().allMatch(r -> r.phase() == RecordingPhase.FAILED || members.contains(r));
    var last = seen.merged().filter(m -> settled && m.members().equals(keys(members)));
    var merged = last.filter(m -> !(m instanceof MergeOutcome.Postponed)).or(() -> givenUp(seen, members, last));
    if (settled && !members.isEmpty() && merged.isEmpty()) {
      actions.add(new Action.Merge(recordings));
    }
    return new Plan(recordings, actions, merged.or(() -> last), Recheck.after(seen, recordings));
  }

  /** The targets whose turn it is, because others have made room. */
  private static List<RecordingStatus> turns(Snapshot seen, List<RecordingStatus> recordings) {
    var free = seen.job().getSpec().parallelism() - recordings.stream().filter(r -> r.phase().occupiesTarget()).count();
    return recordings.stream()
        .filter(r -> r.phase() == RecordingPhase.PENDING && !Reasons.TARGET_BUSY.equals(r.reason()))
        .limit(Math.max(0, free))
        .toList();
  }

  private static List<Action> injections(Snapshot seen, List<RecordingStatus> turns, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(turns::contains)
        .<Action>map(r -> new Action.Inject(r, seen.pods().get(r.podUID())))
        .toList();
  }

  private static List<Action> renderings(Snapshot seen, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(r -> r.phase() == RecordingPhase.COLLECTING)
        .filter(r -> seen.uploads().contains(Snapshot.key(r)))
        .filter(r -> !isFinal(seen.rendered().get(Snapshot.key(r))))
        .<Action>map(Action.Render::new)
        .toList();
  }

  private static List<RecordingStatus> renderable(Snapshot seen, List<RecordingStatus> recordings) {
    return recordings.stream()
        .filter(r -> r.phase() == RecordingPhase.SUCCEEDED
            || r.phase() == RecordingPhase.COLLECTING
                && seen.rendered().get(Snapshot.key(r)) instanceof RenderOutcome.Rendered done
                && !NoSamples.isFailure(seen.job().getSpec().recording(), done))
        .toList();
  }

  private static boolean isFinal(RenderOutcome outcome) {
    return outcome != null && !(outcome instanceof RenderOutcome.Postponed);
  }

  private static Optional<Setback> setback(Snapshot seen, RecordingStatus target) {
    return seen.rendered().get(Snapshot.key(target)) instanceof RenderOutcome.Postponed postponed
        ? Optional.of(postponed.setback())
        : seen.storeError().map(Setback::ofStore);
  }

  /** A merge that does not come about ends the job: none may run for ever. */
  private static Optional<MergeOutcome> givenUp(Snapshot seen, List<RecordingStatus> members, Optional<MergeOutcome> last) {
    if (members.isEmpty() || !seen.now().isAfter(graceEnd(seen))) {
      return Optional.empty();
    }
    var why =
        last.map(outcome -> outcome instanceof MergeOutcome.Postponed postponed ? postponed.setback() : null)
            .or(() -> seen.storeError().map(Setback::ofStore))
            .orElseGet(() -> new Setback(
                Reasons.RENDER_FAILED,
                "it took longer than %d s after the job's deadline; look at the operator's log".formatted(Deadline.RENDER_GRACE.toSeconds())));
    return Optional.of(new MergeOutcome.Failed(keys(members), why.reason(), why.message()));
  }

  private static Set<String> keys(List<RecordingStatus> targets) {
    return targets.stream().map(Snapshot::key).collect(Collectors.toSet());
  }

  /** If no operator was there at the deadline, the first that comes back has the same time, and those after it have what is left of that. */
  private static Instant graceEnd(Snapshot seen) {
    var deadline = Deadline.of(seen.job());
    return (seen.since().isAfter(deadline) ? seen.since() : deadline).plus(Deadline.RENDER_GRACE);
  }

  /** A recording that is stored but that no report ever confirmed, as after a node's death, is worth having. */
  private static RecordingStatus late(Snapshot seen, RecordingStatus target) {
    if (target.phase().isTerminal()) {
      return target;
    }
    var outcome = seen.rendered().get(Snapshot.key(target));
    if (isFinal(outcome)) {
      return TargetProgress.judged(seen.job(), target, outcome, Optional.empty());
    }
    var mayBeStored =
        seen.uploads().contains(Snapshot.key(target)) || seen.storeError().isPresent() && target.phase() == RecordingPhase.COLLECTING;
    if (mayBeStored && seen.now().isBefore(graceEnd(seen))) {
      return target;
    }
    if (Reasons.TARGET_BUSY.equals(target.reason())) {
      return TargetEntry.failed(
          target,
          Reasons.TARGET_BUSY,
          target.message() + " until after this job's deadline; raise activeDeadlineSeconds, or create a new ProfileJob");
    }
    if (target.phase() == RecordingPhase.PENDING && target.reason() != null) {
      return TargetEntry.failed(target, target.reason(), target.message());
    }
    return setback(seen, target)
        .map(why -> TargetEntry.failed(target, why.reason(), why.message()))
        .orElseGet(() -> TargetEntry.failed(
            target,
            Reasons.DEADLINE_EXCEEDED,
            "the target was still %s at the job's deadline; raise activeDeadlineSeconds or parallelism"
                .formatted(target.phase().word())));
  }
}
