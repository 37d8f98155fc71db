package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.InjectOutcome;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetMachine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one pass wants.
 *
 * @param recordings the targets' entries as they are now, before the actions
 * @param actions effects to carry out
 * @param merged the merge over just the targets that have a recording, once it is there
 * @param recheckAfter when to look again at the latest
 */
public record Plan(
    List<RecordingStatus> recordings,
    List<Action> actions,
    Optional<MergeOutcome> merged,
    Duration recheckAfter) {

  /** The targets' entries after the injections; outcomes are by target key. */
  public List<RecordingStatus> after(Map<String, InjectOutcome> outcomes) {
    return recordings.stream()
        .map(r -> outcomes.containsKey(Snapshot.key(r))
            ? TargetMachine.after(outcomes.get(Snapshot.key(r)), r)
            : r)
        .toList();
  }
}
