package dev.hotspotter.retention;

import dev.hotspotter.api.spec.ArtifactOptions;
import dev.hotspotter.api.spec.ReclaimPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A job's own policy for its artifacts. An empty object beside them has the policy as its name. So
 * a listing shows the policy, also after the job's deletion.
 */
record ArtifactPolicy(boolean deletedWithItsJob, Optional<Duration> retention) {

  /** The policy of a job that sets none. */
  static final ArtifactPolicy DEFAULT = new ArtifactPolicy(false, Optional.empty());

  /** The folder of the object, below the job's folder. */
  static final String FOLDER = "retention/";

  private static final Pattern NAME =
      Pattern.compile("(?<reclaim>Retain|Delete)(-(?<retention>" + Ages.SHAPE + "))?");

  /** The object's name; empty for the default policy. */
  static Optional<String> name(ArtifactOptions artifacts) {
    var deleted = artifacts.reclaimPolicy() == ReclaimPolicy.DELETE;
    var retention = artifacts.retention() == null ? "" : "-" + artifacts.retention();
    return deleted || !retention.isEmpty()
        ? Optional.of((deleted ? "Delete" : "Retain") + retention)
        : Optional.empty();
  }

  /** Empty if no operator writes such a name. */
  static Optional<ArtifactPolicy> of(String name) {
    var parts = NAME.matcher(name);
    return parts.matches()
        ? Optional.of(new ArtifactPolicy(
            parts.group("reclaim").equals("Delete"),
            Optional.ofNullable(parts.group("retention")).map(Ages::parse)))
        : Optional.empty();
  }
}
