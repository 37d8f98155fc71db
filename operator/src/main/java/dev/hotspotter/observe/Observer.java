package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.select.TargetPods;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Takes the snapshot for a pass. It reads pods before the store, so that a report is never newer
 * than its upload.
 */
public final class Observer {

  private final TargetPods pods;
  private final ObjectStore store;
  private final Supplier<Optional<String>> storeProblem;
  private final Function<ProfileJob, Map<String, RenderOutcome>> rendered;
  private final Function<ProfileJob, Optional<MergeOutcome>> merged;

  /**
   * Skips the store while storeProblem has a message, because a store that hangs would block the
   * pass. The functions rendered and merged give the outcomes of a job's work so far.
   */
  public Observer(
      TargetPods pods,
      ObjectStore store,
      Supplier<Optional<String>> storeProblem,
      Function<ProfileJob, Map<String, RenderOutcome>> rendered,
      Function<ProfileJob, Optional<MergeOutcome>> merged) {
    this.pods = pods;
    this.store = store;
    this.storeProblem = storeProblem;
    this.rendered = rendered;
    this.merged = merged;
  }

  public Snapshot observe(ProfileJob job, Instant now) {
    var since = Deadline.noticed(job).orElse(now);
    var found = pods(job, now);
    var rendered = this.rendered.apply(job);
    var merged = this.merged.apply(job);
    var problem = storeProblem.get();
    if (problem.isPresent()) {
      return new Snapshot(job, found, Set.of(), Set.of(), problem, rendered, merged, since, now);
    }
    try {
      var keys = store.list(ObjectKeys.folder(job));
      return new Snapshot(
          job,
          found,
          targets(job, target -> keys.contains(ObjectKeys.recording(job, target))),
          targets(job, target -> keys.contains(ObjectKeys.orders(job, target))),
          Optional.empty(),
          rendered,
          merged,
          since,
          now);
    } catch (StoreException e) {
      return new Snapshot(
          job,
          found,
          Set.of(),
          Set.of(),
          Optional.of(e.getMessage()),
          rendered,
          merged,
          since,
          now);
    }
  }

  private Map<String, Pod> pods(ProfileJob job, Instant now) {
    var found = new HashMap<String, Pod>();
    for (var target : job.getStatus().recordings()) {
      var pod = !target.phase().isTerminal()
          ? pods.find(job, target)
          : Harm.isWatched(target, now) ? pods.watched(job, target) : Optional.<Pod>empty();
      pod.ifPresent(seen -> found.put(target.podUID(), seen));
    }
    return found;
  }

  private static Set<String> targets(ProfileJob job, Predicate<RecordingStatus> wanted) {
    return job.getStatus().recordings().stream()
        .filter(wanted)
        .map(Snapshot::key)
        .collect(Collectors.toSet());
  }
}
