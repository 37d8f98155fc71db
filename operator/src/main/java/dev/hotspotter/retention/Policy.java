package dev.hotspotter.retention;

import dev.hotspotter.api.ArtifactOptions;
import dev.hotspotter.api.ReclaimPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a job asked for about its own artifacts. It is the name of an empty object beside them, because the job may be gone, and
 * a listing has names.
 */
record Policy(boolean deletedWithItsJob, Optional<Duration> retention) {

  /** What a job has that asked for nothing. */
  static final Policy DEFAULT = new Policy(false, Optional.empty());

  /** Where the object is, below the job's folder. */
  static final String FOLDER = "retention/";

  private static final Pattern NAME =
      Pattern.compile("(?<reclaim>Retain|Delete)(-(?<retention>" + Ages.SHAPE + "))?");

  /** Empty for a job that asked for nothing of its own. */
  static Optional<String> name(ArtifactOptions artifacts) {
    var deleted = artifacts.reclaimPolicy() == ReclaimPolicy.DELETE;
    var retention = artifacts.retention() == null ? "" : "-" + artifacts.retention();
    return deleted || !retention.isEmpty()
        ? Optional.of((deleted ? "Delete" : "Retain") + retention)
        : Optional.empty();
  }

  /** Empty when no operator has written such a name. */
  static Optional<Policy> of(String name) {
    var parts = NAME.matcher(name);
    return parts.matches()
        ? Optional.of(new Policy(
            parts.group("reclaim").equals("Delete"),
            Optional.ofNullable(parts.group("retention")).map(Ages::parse)))
        : Optional.empty();
  }
}
