package dev.hotspotter.observe;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.select.ContainerImage;
import dev.hotspotter.select.Refusal;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The facts that existing jobs tell about images. Deleting a job deletes its facts: so a person
 * says that an image may be profiled again.
 *
 * @param recorded ids of images that finished jobs have recorded with all events of this job, and no
 *     existing job has harmed
 * @param harmed names of the jobs that harmed a target, by the image's id; only of this job's
 *     namespace, so that nobody can keep others from profiling
 */
public record ImageHistory(Set<String> recorded, Map<String, String> harmed) {

  /** The beginning of an id that names the same content everywhere. */
  private static final String DIGEST = "sha256:";

  /** The history for a new job, from all jobs that the operator knows. */
  public static ImageHistory of(ProfileJob job, Collection<ProfileJob> jobs) {
    var events = job.getSpec().recording().types();
    var harmed = harmed(job, jobs);
    var harmedAnywhere = jobs.stream()
        .flatMap(ImageHistory::images)
        .filter(image -> image.harmed() > 0)
        .map(ImageStatus::imageID)
        .collect(Collectors.toSet());
    var recorded = jobs.stream()
        .filter(JobPhase::hasEnded)
        .filter(other -> other.getSpec().recording().types().containsAll(events))
        .flatMap(
            other -> images(other).filter(image -> image.succeeded() > 0).map(ImageStatus::imageID))
        .filter(image -> image.startsWith(DIGEST) && !harmedAnywhere.contains(image))
        .collect(Collectors.toSet());
    return new ImageHistory(recorded, harmed);
  }

  /** The other jobs of the namespace that harmed a target, by the image's id. */
  public static Map<String, String> harmed(ProfileJob job, Collection<ProfileJob> jobs) {
    var harmed = new LinkedHashMap<String, String>();
    for (var other : jobs) {
      if (isNeighbour(other, job)) {
        images(other)
            .filter(image -> image.harmed() > 0)
            .forEach(
                image -> harmed.putIfAbsent(image.imageID(), other.getMetadata().getName()));
      }
    }
    return harmed;
  }

  /** The refusal of a container whose image was harmed. */
  public static Optional<Refusal> refusal(
      Map<String, String> harmed, Pod pod, Container container) {
    return ContainerImage.of(pod, container.getName())
        .filter(image -> harmed.containsKey(image.id()))
        .map(image -> new Refusal(
            Reasons.IMAGE_HARMED,
            ("a JVM of image %s ended during or soon after its recording by ProfileJob %s;"
                    + " find out why; to profile the image again, delete that ProfileJob")
                .formatted(image.name(), harmed.get(image.id()))));
  }

  private static boolean isNeighbour(ProfileJob other, ProfileJob job) {
    return other.getMetadata().getNamespace().equals(job.getMetadata().getNamespace())
        && !other.getMetadata().getUid().equals(job.getMetadata().getUid());
  }

  private static Stream<ImageStatus> images(ProfileJob job) {
    return Stream.ofNullable(job.getStatus())
        .flatMap(status -> Stream.ofNullable(status.images()))
        .flatMap(List::stream);
  }
}
