package dev.hotspotter.publish;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.ImageStatusBuilder;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.ProfileJobStatus;
import dev.hotspotter.api.ProfileJobStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;

/**
 * A finished job with only the fields for lists, metrics and comparisons. Finished jobs may be
 * many, so the operator keeps no more in memory; others read the whole job from the API server.
 */
public final class AbridgedJob {

  private AbridgedJob() {}

  /** True for a job that can be abridged. */
  public static boolean canAbridge(ProfileJob job) {
    return job.getUnreadable() == null && JobPhase.hasEnded(job);
  }

  /** The abridged job. Never write its status to the API server, which would lose the rest. */
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

  /** True for an abridged status, also after it was written as JSON and read again. */
  public static boolean isAbridged(ProfileJobStatus status) {
    return status.recordings() != null
        && status.recordings().stream()
            .anyMatch(entry -> AbridgedRecordings.LEFT_OUT.equals(entry.podUID()));
  }

  private static ProfileJobStatus abridged(ProfileJobStatus status) {
    return ProfileJobStatusBuilder.builder(status)
        .recordings(abridged(status.recordings()))
        .images(shared(status.images()))
        .ineligible(null)
        .build();
  }

  /** Equal names and digests share one object: most jobs record the same images. */
  private static List<ImageStatus> shared(List<ImageStatus> images) {
    return images == null
        ? null
        : images.stream()
            .map(image -> ImageStatusBuilder.builder(image)
                .imageID(image.imageID().intern())
                .image(image.image() == null ? null : image.image().intern())
                .build())
            .toList();
  }

  /** A list may have been abridged when it was read. */
  private static List<RecordingStatus> abridged(List<RecordingStatus> recordings) {
    return recordings == null || recordings instanceof AbridgedRecordings
        ? recordings
        : new AbridgedRecordings(recordings);
  }
}
