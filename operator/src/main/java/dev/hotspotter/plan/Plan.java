package dev.hotspotter.plan;

import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.InjectOutcome;
import dev.hotspotter.observe.MergeOutcome;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetMachine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of one pass.
 *
 * @param recordings the targets' entries now, before the actions
 * @param imagesWithoutJvm ids of images in which a sidecar found no HotSpot JVM
 * @param actions effects to carry out
 * @param merged the last outcome of the merge over exactly the targets with a recording
 * @param recheckAfter the longest time until the next pass
 */
public record Plan(
    List<RecordingStatus> recordings,
    Set<String> imagesWithoutJvm,
    List<Action> actions,
    Optional<MergeOutcome> merged,
    Duration recheckAfter) {

  /** The targets' entries after the injections; outcomes are by target key. */
  public List<RecordingStatus> after(Map<String, InjectOutcome> outcomes) {
    return recordings.stream()
        .map(target -> outcomes.containsKey(Snapshot.key(target))
            ? TargetMachine.after(outcomes.get(Snapshot.key(target)), target)
            : target)
        .toList();
  }
}
