package dev.hotspotter.retention;

import dev.hotspotter.storage.ObjectStore.Listed;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Adds up a namespace's listing by job. It keeps a few words per job, and nothing per object. */
final class Tally implements Consumer<Listed> {

  private static final Pattern JOB =
      Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?-[0-9a-f]{8}");

  private final String folder;
  private final Map<String, StoredJob> jobs = new HashMap<>();
  private long bytes;

  /** Counts the listing of this folder, which ends with a slash. */
  Tally(String folder) {
    this.folder = folder;
  }

  @Override
  public void accept(Listed object) {
    bytes += object.bytes();
    var path = object.key().substring(folder.length());
    var slash = path.indexOf('/');
    if (slash > 0 && JOB.matcher(path.substring(0, slash)).matches()) {
      var name = path.substring(0, slash);
      var job =
          jobs.getOrDefault(name, new StoredJob(name, 0, Instant.MIN, ArtifactPolicy.DEFAULT));
      jobs.put(name, plus(job, object, path.substring(slash + 1)));
    }
  }

  private static StoredJob plus(StoredJob job, Listed object, String path) {
    var policy = path.startsWith(ArtifactPolicy.FOLDER)
        ? ArtifactPolicy.of(path.substring(ArtifactPolicy.FOLDER.length())).orElse(job.policy())
        : job.policy();
    var last = object.modified().isAfter(job.last()) ? object.modified() : job.last();
    return new StoredJob(job.name(), job.bytes() + object.bytes(), last, policy);
  }

  Collection<StoredJob> jobs() {
    return jobs.values();
  }

  /** The bytes of all objects, with those that belong to no job. */
  long bytes() {
    return bytes;
  }
}
