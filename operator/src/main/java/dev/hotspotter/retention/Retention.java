package dev.hotspotter.retention;

import dev.hotspotter.retention.Deletion.Cause;
import dev.hotspotter.storage.ClockSkew;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides by a namespace's listing which jobs' artifacts to delete: whole jobs, the oldest first,
 * and never one in use. The store's clock tells their age, so none is deleted until it is old enough
 * by any clock.
 */
final class Retention {

  private static final Comparator<StoredJob> OLDEST =
      Comparator.comparing(StoredJob::last).thenComparing(StoredJob::name);

  /**
   * A namespace unknown here may be another cluster's, if its operator shares this bucket by
   * mistake. Its jobs look deleted, but some may run.
   */
  private static final Duration QUIET = Duration.ofDays(1);

  private Retention() {}

  /** The due deletions, in their order. */
  static List<Deletion> due(
      Collection<StoredJob> stored, FolderUse use, NamespaceLimits limits, Instant now) {
    var deletions = new ArrayList<Deletion>();
    var kept = new ArrayList<StoredJob>();
    for (var job : stored.stream().sorted(OLDEST).toList()) {
      due(job, use, limits, now).ifPresentOrElse(deletions::add, () -> kept.add(job));
    }
    deletions.addAll(tooMuch(kept, use, limits));
    return deletions;
  }

  private static Optional<Deletion> due(
      StoredJob job, FolderUse use, NamespaceLimits limits, Instant now) {
    if (use.inUse().test(job.name())) {
      return Optional.empty();
    }
    if (use.begun().contains(job.name())) {
      return Optional.of(new Deletion(job, Cause.UNFINISHED, "an earlier deletion did not finish"));
    }
    var quiet = !use.gone() || job.last().plus(QUIET).isBefore(now);
    if (job.policy().deletedWithItsJob() && !use.exists().test(job.name()) && quiet) {
      return Optional.of(new Deletion(
          job,
          Cause.RECLAIM_POLICY,
          "its ProfileJob, with artifacts.reclaimPolicy: Delete, was deleted"));
    }
    return Stream.concat(limits.maxAge().stream(), job.policy().retention().stream())
        .min(Comparator.naturalOrder())
        .filter(age -> job.last().plus(age).plus(ClockSkew.MOST).isBefore(now))
        .map(age -> new Deletion(job, Cause.MAX_AGE, "recordings are kept for " + words(age)));
  }

  /** Keeps the newest job, however large: nobody had time to look at it yet. */
  private static List<Deletion> tooMuch(
      List<StoredJob> kept, FolderUse use, NamespaceLimits limits) {
    var deletions = new ArrayList<Deletion>();
    var most = limits.maxBytes().orElse(Long.MAX_VALUE);
    var bytes = kept.stream().mapToLong(StoredJob::bytes).sum();
    for (var job : kept.isEmpty() ? kept : kept.subList(0, kept.size() - 1)) {
      if (bytes > most && job.bytes() > 0 && !use.inUse().test(job.name())) {
        bytes -= job.bytes();
        deletions.add(
            new Deletion(job, Cause.MAX_BYTES, "the namespace keeps at most " + Bytes.words(most)));
      }
    }
    return deletions;
  }

  private static String words(Duration age) {
    var days = age.toDays();
    var whole = age.equals(Duration.ofDays(days));
    return whole
        ? days + (days == 1 ? " day" : " days")
        : age.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
