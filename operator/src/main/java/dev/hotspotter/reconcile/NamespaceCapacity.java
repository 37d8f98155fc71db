package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.observe.TargetEntry;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.Refusal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Applies the installation's limits to all jobs of a namespace together. The cached statuses lag
 * behind, so it remembers its own grants until a job ends or is deleted.
 */
final class NamespaceCapacity {

  private final Supplier<Collection<ProfileJob>> jobs;
  private final InstallationLimits limits;

  /** The granted targets by the uid of the job. A job in this map has begun. */
  private final Map<String, Integer> granted = new HashMap<>();

  NamespaceCapacity(Supplier<Collection<ProfileJob>> jobs, InstallationLimits limits) {
    this.jobs = jobs;
    this.limits = limits;
  }

  /**
   * The reason why the job must wait for others. If there is none, this call reserves its place.
   */
  synchronized Optional<Refusal> reasonToWait(ProfileJob job) {
    if (granted.containsKey(uid(job))) {
      return Optional.empty();
    }
    var before =
        others(job).filter(other -> hasBegun(other) || isBefore(other, job)).count();
    if (before >= limits.activeJobs()) {
      return Optional.of(new Refusal(
          Reasons.TOO_MANY_ACTIVE_JOBS,
          "%d ProfileJobs of a namespace can run at a time; this one starts when another ends"
              .formatted(limits.activeJobs())));
    }
    granted.putIfAbsent(uid(job), 0);
    return Optional.empty();
  }

  /** The number of targets that the job may record in this pass, at most what it can use. */
  synchronized int grant(ProfileJob job) {
    var theirs = others(job)
        .mapToInt(other -> Math.max(inFlight(other), granted.getOrDefault(uid(other), 0)))
        .sum();
    var share = Math.clamp(limits.targetsInFlight() - theirs, 0, wanted(job));
    granted.put(uid(job), share);
    return share;
  }

  /**
   * Reduces the grant to the targets in use after a pass. Targets that wait only for other jobs get
   * a message.
   */
  synchronized List<RecordingStatus> releaseUnused(
      ProfileJob job, int share, List<RecordingStatus> targets) {
    var used =
        (int) targets.stream().filter(target -> target.phase().occupiesTarget()).count();
    granted.put(uid(job), used);
    var isFull = share < wanted(job) && used >= share;
    return targets.stream()
        .map(target -> isNext(target) ? withReason(isFull, target) : target)
        .toList();
  }

  synchronized void forget(String uid) {
    granted.remove(uid);
  }

  /** The uids of the jobs with a grant. */
  synchronized Set<String> jobs() {
    return Set.copyOf(granted.keySet());
  }

  private static boolean isNext(RecordingStatus target) {
    return target.phase() == RecordingPhase.PENDING
        && (target.reason() == null || target.reason().equals(Reasons.NAMESPACE_BUSY));
  }

  private RecordingStatus withReason(boolean isFull, RecordingStatus target) {
    return isFull ? waiting(target) : TargetEntry.ready(target);
  }

  private RecordingStatus waiting(RecordingStatus target) {
    return TargetEntry.waiting(
        target,
        RecordingPhase.PENDING,
        new WaitCause(
            Reasons.NAMESPACE_BUSY,
            ("the namespace's ProfileJobs record %d targets, which is its limit;"
                    + " this target starts when another ends")
                .formatted(limits.targetsInFlight())));
  }

  private Stream<ProfileJob> others(ProfileJob job) {
    return jobs.get().stream()
        .filter(
            other -> other.getMetadata().getNamespace().equals(job.getMetadata().getNamespace()))
        .filter(other -> !uid(other).equals(uid(job)) && !JobPhase.hasEnded(other));
  }

  private boolean hasBegun(ProfileJob job) {
    return granted.containsKey(uid(job)) || JobPhase.hasStarted(job);
  }

  /** True if the other job waits for its start and is older. */
  private static boolean isBefore(ProfileJob other, ProfileJob job) {
    return !other.getSpec().suspended() && isOlder(other, job);
  }

  /** Orders jobs by creation; the uid decides within a second. */
  private static boolean isOlder(ProfileJob one, ProfileJob other) {
    var order = one.getMetadata()
        .getCreationTimestamp()
        .compareTo(other.getMetadata().getCreationTimestamp());
    return order < 0 || order == 0 && uid(one).compareTo(uid(other)) < 0;
  }

  /** The number of targets that could record now; those that have ended do not count. */
  private static int wanted(ProfileJob job) {
    if (job.getSpec().suspended()) {
      return inFlight(job);
    }
    var most = job.getSpec().parallelism();
    return job.getStatus() == null || job.getStatus().recordings() == null
        ? most
        : Math.min(most, (int) job.getStatus().recordings().stream()
            .filter(target -> !target.phase().isTerminal())
            .count());
  }

  private static int inFlight(ProfileJob job) {
    return job.getStatus() == null || job.getStatus().recordings() == null
        ? 0
        : (int) job.getStatus().recordings().stream()
            .filter(target -> target.phase().occupiesTarget())
            .count();
  }

  private static String uid(ProfileJob job) {
    return job.getMetadata().getUid();
  }
}
