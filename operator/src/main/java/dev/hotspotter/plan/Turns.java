package dev.hotspotter.plan;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.Halt;
import dev.hotspotter.observe.Snapshot;
import dev.hotspotter.observe.TargetEntry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pending targets that start now, and the causes for which others wait. */
final class Turns {

  private static final Set<String> CAUSES =
      Set.of(Reasons.FIRST_WAVE_RECORDS, Reasons.NODE_BUSY, Reasons.NAMESPACE_BUSY);

  private final Places places;
  private final FirstWaves firstWaves;
  private final Map<String, Integer> onNodes = new HashMap<>();
  private final Set<RecordingStatus> starting = new HashSet<>();
  private final Map<RecordingStatus, WaitCause> causes = new HashMap<>();
  private int free;

  private Turns(Snapshot seen, Places places, List<RecordingStatus> targets) {
    this.places = places;
    firstWaves = new FirstWaves(seen.job(), targets);
    free = places.parallel();
    targets.stream().filter(target -> target.phase().occupiesTarget()).forEach(this::take);
  }

  static Turns of(Snapshot seen, Places places, List<RecordingStatus> targets) {
    var turns = new Turns(seen, places, targets);
    if (!seen.job().getSpec().suspended() && Halt.of(seen.job(), targets).isEmpty()) {
      targets.stream()
          .filter(Turns::mayStart)
          .sorted(Comparator.comparing(Turns::couldNotStart))
          .forEach(turns::decide);
    }
    return turns;
  }

  boolean contains(RecordingStatus target) {
    return starting.contains(target);
  }

  /** The entry of a target that does not start, with the present cause for which it waits. */
  RecordingStatus waiting(RecordingStatus target) {
    if (causes.containsKey(target) && !couldNotStart(target)) {
      return TargetEntry.waiting(target, RecordingPhase.PENDING, causes.get(target));
    }
    var waited = mayStart(target) && target.reason() != null && !couldNotStart(target);
    return waited && !Reasons.NAMESPACE_BUSY.equals(target.reason())
        ? TargetEntry.ready(target)
        : target;
  }

  private static boolean mayStart(RecordingStatus target) {
    return target.phase() == RecordingPhase.PENDING && !Reasons.TARGET_BUSY.equals(target.reason());
  }

  /** True if an earlier attempt failed for now: others go first, and the reason stays. */
  private static boolean couldNotStart(RecordingStatus target) {
    return target.reason() != null && !CAUSES.contains(target.reason());
  }

  private void decide(RecordingStatus target) {
    var cause = firstWaves.obstacle(target).or(() -> fullNode(target));
    if (cause.isPresent()) {
      causes.put(target, cause.get());
    } else if (free > 0) {
      starting.add(target);
      firstWaves.start(target);
      take(target);
    }
  }

  private void take(RecordingStatus target) {
    free--;
    onNodes.merge(String.valueOf(target.node()), 1, Integer::sum);
  }

  private Optional<WaitCause> fullNode(RecordingStatus target) {
    var limit = places.byNode().get(String.valueOf(target.node()));
    return limit == null || onNodes.getOrDefault(String.valueOf(target.node()), 0) < limit
        ? Optional.empty()
        : Optional.of(new WaitCause(
            Reasons.NODE_BUSY,
            "node %s has as many recordings as it may have at once; this target starts when another ends"
                .formatted(target.node())));
  }
}
