package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.inject.Deadline;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The observations of one pass over a running job.
 *
 * @param pods the targets' existing pods, by uid
 * @param uploads keys of the targets whose recording is in the object store
 * @param ordered keys of the targets whose sidecar is ordered to stop
 * @param storeError the store's error message if it could not be read
 * @param rendered outcomes of rendering, by target key
 * @param merged the last merge, if any
 * @param harmedImages names of other jobs of the namespace that harmed a target, by the image's id
 * @param sighted when this operator first saw the targets' sidecars run, or, of ended ones, as ended; by target key
 * @param since when an operator first looked at the job after its deadline
 */
public record Snapshot(
    ProfileJob job,
    Map<String, Pod> pods,
    Set<String> uploads,
    Set<String> ordered,
    Optional<String> storeError,
    Map<String, RenderOutcome> rendered,
    Optional<MergeOutcome> merged,
    Map<String, String> harmedImages,
    Map<String, Instant> sighted,
    Instant since,
    Instant now) {

  /** True after the job's deadline. */
  public boolean isLate() {
    return now.isAfter(Deadline.of(job));
  }

  /**
   * The end of the time to render and merge stored recordings. If no operator ran at the deadline,
   * the time begins with the first one that returns; later ones have the rest of it.
   */
  public Instant graceEnd() {
    var deadline = Deadline.of(job);
    return (since.isAfter(deadline) ? since : deadline).plus(Deadline.RENDER_GRACE);
  }

  /** The time of the injection; now, if an operator stopped before it recorded that. */
  Instant injection(RecordingStatus target) {
    return target.injectionTime() == null ? now : Instant.parse(target.injectionTime());
  }

  /**
   * When this operator first saw the target's sidecar run, or as ended. The kubelet's times are those
   * of another clock.
   */
  Instant sighted(RecordingStatus target) {
    return sighted.getOrDefault(key(target), now);
  }

  /** True if the kubelet may still start the target's sidecar. */
  public boolean mayStillStart(RecordingStatus target) {
    return SidecarState.of(this, target) instanceof SidecarState.Starting;
  }

  /** The target's key within its job. */
  public static String key(RecordingStatus target) {
    return target.pod() + "/" + target.container();
  }
}
