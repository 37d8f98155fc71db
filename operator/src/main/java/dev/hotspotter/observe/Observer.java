package dev.hotspotter.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.Deadline;
import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.inject.SidecarSpec;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.select.Pods;
import dev.hotspotter.select.TargetPods;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
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
  private final Function<ProfileJob, Map<String, String>> harmedImages;

  /** Forgets sidecars of jobs that have ended, because no pass looks at them any more. */
  private final Cache<Sight, Instant> sights =
      Caffeine.newBuilder().expireAfterAccess(Duration.ofHours(1)).build();

  /** A sidecar that runs, or that has ended. */
  private record Sight(String podUid, String sidecar, boolean hasEnded) {}

  /**
   * Skips the store while storeProblem has a message, because a store that hangs would block the
   * pass. The functions rendered and merged give the outcomes of a job's work so far, harmedImages
   * the jobs that harmed a target of its namespace.
   */
  public Observer(
      TargetPods pods,
      ObjectStore store,
      Supplier<Optional<String>> storeProblem,
      Function<ProfileJob, Map<String, RenderOutcome>> rendered,
      Function<ProfileJob, Optional<MergeOutcome>> merged,
      Function<ProfileJob, Map<String, String>> harmedImages) {
    this.pods = pods;
    this.store = store;
    this.storeProblem = storeProblem;
    this.rendered = rendered;
    this.merged = merged;
    this.harmedImages = harmedImages;
  }

  public Snapshot observe(ProfileJob job, Instant now) {
    var since = Deadline.noticed(job).orElse(now);
    var found = pods(job);
    var rendered = this.rendered.apply(job);
    var merged = this.merged.apply(job);
    var stored = stored(job);
    return new Snapshot(
        job,
        found,
        targets(job, target -> stored.keys().contains(ObjectKeys.recording(job, target))),
        targets(job, target -> stored.keys().contains(ObjectKeys.orders(job, target))),
        stored.error(),
        rendered,
        merged,
        harmedImages.apply(job),
        sighted(job, found, now),
        since,
        now);
  }

  /** The keys of a job's objects; none if the store cannot be read. */
  private record Stored(Set<String> keys, Optional<String> error) {}

  private Stored stored(ProfileJob job) {
    var problem = storeProblem.get();
    if (problem.isPresent()) {
      return new Stored(Set.of(), problem);
    }
    try {
      return new Stored(store.list(ObjectKeys.folder(job)), Optional.empty());
    } catch (StoreException e) {
      return new Stored(Set.of(), Optional.of(e.getMessage()));
    }
  }

  /** The entries of a job that has ended, marked where the JVM has ended since. */
  public List<RecordingStatus> afterEnd(ProfileJob ended) {
    return ended.getStatus().recordings().stream()
        .map(target -> Harm.isWatched(target)
            ? Harm.marked(
                target,
                new SidecarState.Absent(Optional.empty()),
                pods.watched(ended, target).orElse(null))
            : target)
        .toList();
  }

  private Map<String, Pod> pods(ProfileJob job) {
    var found = new HashMap<String, Pod>();
    for (var target : job.getStatus().recordings()) {
      var pod = !target.phase().isTerminal()
          ? pods.find(job, target)
          : Harm.isWatched(target) ? pods.watched(job, target) : Optional.<Pod>empty();
      pod.ifPresent(seen -> found.put(target.podUID(), seen));
    }
    return found;
  }

  private Map<String, Instant> sighted(ProfileJob job, Map<String, Pod> found, Instant now) {
    var sighted = new HashMap<String, Instant>();
    for (var target : job.getStatus().recordings()) {
      var sidecar = SidecarSpec.name(job, target.container());
      Optional.ofNullable(found.get(target.podUID()))
          .flatMap(pod -> Pods.ephemeralStatus(pod, sidecar))
          .map(ContainerStatus::getState)
          .filter(state -> state.getRunning() != null || state.getTerminated() != null)
          .map(state -> new Sight(target.podUID(), sidecar, state.getTerminated() != null))
          .ifPresent(sight -> sighted.put(
              Snapshot.key(target), sights.get(sight, _ -> firstSight(sight, target, now))));
    }
    return sighted;
  }

  /** The first sight of an operator that has just started may be late; a sidecar starts in time. */
  private static Instant firstSight(Sight sight, RecordingStatus target, Instant now) {
    if (sight.hasEnded() || target.injectionTime() == null) {
      return now;
    }
    var latest = Instant.parse(target.injectionTime()).plus(SidecarSettings.START_WINDOW);
    return latest.isBefore(now) ? latest : now;
  }

  private static Set<String> targets(ProfileJob job, Predicate<RecordingStatus> wanted) {
    return job.getStatus().recordings().stream()
        .filter(wanted)
        .map(Snapshot::key)
        .collect(Collectors.toSet());
  }
}
