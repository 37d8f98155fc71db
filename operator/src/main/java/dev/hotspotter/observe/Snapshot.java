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

  /** Whether the job's deadline is over. */
  public boolean isLate() {
    return now.isAfter(Deadline.of(job));
  }

  /**
   * Until when the job may render and merge what is stored. If no operator was there at the deadline, the first that
   * comes back has the same time, and those after it have what is left of that.
   */
  public Instant graceEnd() {
    var deadline = Deadline.of(job);
    return (since.isAfter(deadline) ? since : deadline).plus(Deadline.RENDER_GRACE);
  }

  /** When the sidecar was put into the target's pod; now, if an operator ended before it could say so. */
  Instant injection(RecordingStatus target) {
    return target.injectionTime() == null ? now : Instant.parse(target.injectionTime());
  }

  /** A target's name within its job. */
  public static String key(RecordingStatus target) {
    return target.pod() + "/" + target.container();
  }
}
