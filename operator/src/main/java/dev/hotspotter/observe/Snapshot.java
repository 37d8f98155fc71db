package dev.hotspotter.observe;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that one pass over a running job knows.
 *
 * @param pods the targets' pods that exist, by uid
 * @param uploads keys of the targets whose recording is in the object store
 * @param storeError the store's own words when it could not be asked
 * @param rendered what became of rendering, by target key
 * @param merged the last merge, if any
 * @param since when the first operator looked at the job after its deadline
 */
public record Snapshot(
    ProfileJob job,
    Map<String, Pod> pods,
    Set<String> uploads,
    Optional<String> storeError,
    Map<String, RenderOutcome> rendered,
    Optional<MergeOutcome> merged,
    Instant since,
    Instant now) {

  /** A target's name within its job. */
  public static String key(RecordingStatus target) {
    return target.pod() + "/" + target.container();
  }
}
