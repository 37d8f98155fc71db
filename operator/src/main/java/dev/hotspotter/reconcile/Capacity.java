package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Places;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The places that the installation's limits leave to a job, beside all others. */
public final class Capacity {

  private final NamespaceCapacity namespaces;
  private final NodeCapacity nodes;

  public Capacity(Supplier<Collection<ProfileJob>> jobs, InstallationLimits limits) {
    namespaces = new NamespaceCapacity(jobs, limits);
    nodes = new NodeCapacity(jobs, limits.recordingsPerNode());
  }

  /** The reason why the job must wait for others. Without one, this call reserves its place. */
  Optional<Refusal> reasonToWait(ProfileJob job) {
    return namespaces.reasonToWait(job);
  }

  /** The places of the job's targets in this pass. */
  Places grant(ProfileJob job) {
    return new Places(namespaces.grant(job), nodes.grant(job));
  }

  /** Gives back what a pass has not used. Targets that wait only for other jobs get a message. */
  List<RecordingStatus> releaseUnused(
      ProfileJob job, Places places, List<RecordingStatus> targets) {
    nodes.releaseUnused(job, targets);
    return namespaces.releaseUnused(job, places.parallel(), targets);
  }

  void forget(String uid) {
    namespaces.forget(uid);
    nodes.forget(uid);
  }

  /** The uids of the jobs with a grant. */
  Set<String> jobs() {
    return namespaces.jobs();
  }
}
