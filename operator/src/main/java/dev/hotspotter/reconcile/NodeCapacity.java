package dev.hotspotter.reconcile;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Applies the limit of recordings per node to all jobs together. The cached statuses lag behind, so
 * it remembers its own grants until a job ends or is deleted.
 */
final class NodeCapacity {

  private final Supplier<Collection<ProfileJob>> jobs;
  private final int mostPerNode;

  /** The granted recordings by node, by the uid of the job. */
  private final Map<String, Map<String, Integer>> granted = new HashMap<>();

  NodeCapacity(Supplier<Collection<ProfileJob>> jobs, int mostPerNode) {
    this.jobs = jobs;
    this.mostPerNode = mostPerNode;
  }

  /** The number of the job's targets that may record on each of its nodes, at most what it can use. */
  synchronized Map<String, Integer> grant(ProfileJob job) {
    var theirs = new HashMap<String, Integer>();
    jobs.get().stream()
        .filter(other -> !uid(other).equals(uid(job)) && !JobPhase.hasEnded(other))
        .forEach(other -> used(other).forEach((node, n) -> theirs.merge(node, n, Integer::sum)));
    var share = new HashMap<String, Integer>();
    count(recordings(job), target -> !target.phase().isTerminal())
        .forEach((node, wanted) -> share.put(
            node,
            Math.clamp(
                mostPerNode - theirs.getOrDefault(node, 0),
                0,
                Math.min(wanted, job.getSpec().parallelism()))));
    granted.put(uid(job), share);
    return Map.copyOf(share);
  }

  /** Reduces the grant to the targets in use after a pass. */
  synchronized void releaseUnused(ProfileJob job, List<RecordingStatus> targets) {
    granted.put(uid(job), inFlight(targets));
  }

  synchronized void forget(String uid) {
    granted.remove(uid);
  }

  private Map<String, Integer> used(ProfileJob job) {
    var used = new HashMap<>(inFlight(recordings(job)));
    granted.getOrDefault(uid(job), Map.of()).forEach((node, n) -> used.merge(node, n, Math::max));
    return used;
  }

  private static Map<String, Integer> inFlight(List<RecordingStatus> targets) {
    return count(targets, target -> target.phase().occupiesTarget());
  }

  private static Map<String, Integer> count(
      List<RecordingStatus> targets, Predicate<RecordingStatus> counts) {
    return targets.stream()
        .filter(target -> target.node() != null && counts.test(target))
        .collect(Collectors.toMap(RecordingStatus::node, _ -> 1, Integer::sum));
  }

  private static List<RecordingStatus> recordings(ProfileJob job) {
    return job.getStatus() == null || job.getStatus().recordings() == null
        ? List.of()
        : job.getStatus().recordings();
  }

  private static String uid(ProfileJob job) {
    return job.getMetadata().getUid();
  }
}
