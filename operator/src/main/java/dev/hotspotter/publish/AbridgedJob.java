package dev.hotspotter.publish;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/**
 * What lists, metrics and comparisons need of a finished job. The operator remembers no more of it, because finished jobs may be
 * many and stay for ever; who needs the rest reads the job anew.
 */
public final class AbridgedJob {

  private AbridgedJob() {}

  /** True for a job of which a part is enough. */
  public static boolean isEnoughFor(ProfileJob job) {
    return job.getUnreadable() == null && JobPhase.hasEnded(job);
  }

  /** The part; never write its status to the API server, which would lose the rest. */
  public static ProfileJob of(ProfileJob job) {
    var part = new ProfileJob();
    part.setMetadata(new ObjectMetaBuilder(job.getMetadata())
        .withManagedFields()
        .withAnnotations(null)
        .build());
    part.setSpec(job.getSpec());
    part.setStatus(abridged(job.getStatus()));
    return part;
  }

  /** True for the status of such a part, also of a copy that was written as JSON and read again. */
  public static boolean isPart(ProfileJobStatus status) {
    return status.recordings() != null
        && status.recordings().stream()
            .anyMatch(entry -> AbridgedRecordings.LEFT_OUT.equals(entry.podUID()));
  }

  private static ProfileJobStatus abridged(ProfileJobStatus status) {
    return ProfileJobStatusBuilder.builder(status)
        .recordings(
            status.recordings() == null ? null : new AbridgedRecordings(status.recordings()))
        .ineligible(null)
        .build();
  }
}
