package dev.hotspotter.retention;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.comparison.BaselineChoice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The use that jobs make of a namespace's folders. The name of a job here is the name of its
 * folder.
 *
 * @param exists true for a job that is not deleted
 * @param inUse true for a job that runs, or that a running job needs
 * @param begun jobs with an earlier deletion
 * @param gone true if the namespace is deleted, and all its jobs with it
 */
record FolderUse(
    Predicate<String> exists, Predicate<String> inUse, Set<String> begun, boolean gone) {

  static FolderUse ofGoneNamespace(Set<String> begun) {
    return new FolderUse(name -> false, name -> false, begun, true);
  }

  /** The state of one namespace, out of all existing jobs. */
  static FolderUse of(String namespace, Collection<ProfileJob> all, Set<String> begun) {
    var jobs = all.stream()
        .filter(job -> job.getMetadata().getNamespace().equals(namespace))
        .toList();
    var existing = jobs.stream().map(ObjectKeys::folderName).collect(Collectors.toSet());
    var used = jobs.stream()
        .filter(FolderUse::isBusy)
        .map(ObjectKeys::folderName)
        .collect(Collectors.toSet());
    var deletedBaselines = new ArrayList<Pattern>();
    var readable = jobs.stream().filter(job -> job.getUnreadable() == null).toList();
    for (var job : readable.stream().filter(FolderUse::compares).toList()) {
      switch (BaselineChoice.of(job, readable)) {
        case BaselineChoice.Existing baseline -> used.add(ObjectKeys.folderName(baseline.job()));
        case BaselineChoice.Deleted baseline ->
          deletedBaselines.add(Pattern.compile(Pattern.quote(baseline.name()) + "-[0-9a-f]{8}"));
        case BaselineChoice.None none -> {}
      }
    }
    Predicate<String> inUse = name -> used.contains(name)
        || deletedBaselines.stream().anyMatch(baseline -> baseline.matcher(name).matches());
    return new FolderUse(existing::contains, inUse, begun, false);
  }

  /**
   * True for a job that runs or whose recordings go to Pyroscope. An unreadable job may do either.
   */
  private static boolean isBusy(ProfileJob job) {
    return job.getUnreadable() != null
        || !JobPhase.hasEnded(job)
        || job.getStatus().conditions() != null
            && job.getStatus().conditions().stream()
                .anyMatch(condition -> Reasons.PUSH_PENDING.equals(condition.reason()));
  }

  private static boolean compares(ProfileJob job) {
    return JobPhase.hasStarted(job)
        && !JobPhase.hasEnded(job)
        && job.getSpec() != null
        && job.getSpec().baseline() != null;
  }
}
