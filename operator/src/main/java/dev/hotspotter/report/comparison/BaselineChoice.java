package dev.hotspotter.report.comparison;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Target;
import dev.hotspotter.api.spec.TargetBuilder;
import dev.hotspotter.layout.ObjectKeys;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** The choice of the baseline of a job. */
public sealed interface BaselineChoice {

  /** A job that exists and has succeeded. */
  record Existing(ProfileJob job) implements BaselineChoice {}

  /**
   * A deleted job of this name: the newest one whose report matches the pattern. The pattern is for
   * keys below the folder prefix.
   */
  record Deleted(String name, String prefix, Pattern report) implements BaselineChoice {}

  /** The job has no baseline; the comparison says why. */
  record None(Comparison why) implements BaselineChoice {}

  /** The comparison to publish if the baseline's report cannot be found. */
  default Comparison unread() {
    return switch (this) {
      case None none -> none.why();
      case Existing existing ->
        Comparison.none(
            Reasons.BASELINE_UNREADABLE,
            "the report of the baseline %s is no longer in the object store; name another job"
                .formatted(existing.job().getMetadata().getName()));
      case Deleted deleted ->
        Comparison.none(
            Reasons.BASELINE_NOT_FOUND,
            ("there is no ProfileJob %s in this namespace, and no report of one in the object store;"
                    + " correct baseline.job")
                .formatted(deleted.name()));
    };
  }

  /** The baseline of a job with a baseline, among all existing jobs. */
  static BaselineChoice of(ProfileJob job, Collection<ProfileJob> all) {
    var others = all.stream()
        .filter(
            other -> other.getMetadata().getNamespace().equals(job.getMetadata().getNamespace()))
        .filter(other -> !other.getMetadata().getUid().equals(job.getMetadata().getUid()))
        .toList();
    var name = job.getSpec().baseline().job();
    return name == null ? previous(job, others) : named(job, name, others);
  }

  private static BaselineChoice named(ProfileJob job, String name, Collection<ProfileJob> others) {
    return others.stream()
        .filter(other -> other.getMetadata().getName().equals(name))
        .findFirst()
        .<BaselineChoice>map(other -> succeeded(other)
            ? new Existing(other)
            : none("the baseline %s has not succeeded; name one that has".formatted(name)))
        .orElseGet(() -> {
          var prefix = "%s/%s-".formatted(job.getMetadata().getNamespace(), name);
          var report = Pattern.compile(
              Pattern.quote(prefix) + "[0-9a-f]{8}/" + Pattern.quote(ObjectKeys.REPORT));
          return new Deleted(name, prefix, report);
        });
  }

  private static BaselineChoice previous(ProfileJob job, Collection<ProfileJob> others) {
    return earlier(job, others).stream()
        .findFirst()
        .<BaselineChoice>map(Existing::new)
        .orElseGet(() -> none("no earlier ProfileJob with the same target has succeeded;"
            + " the next job will have this one as its baseline"));
  }

  /** The jobs with the same target that had succeeded when this one started, latest first. */
  public static List<ProfileJob> earlier(ProfileJob job, Collection<ProfileJob> all) {
    var start = Instant.parse(job.getStatus().startTime());
    return all.stream()
        .filter(
            other -> other.getMetadata().getNamespace().equals(job.getMetadata().getNamespace()))
        .filter(BaselineChoice::succeeded)
        .filter(other -> !completion(other).isAfter(start))
        .filter(
            other -> whom(other.getSpec().target()).equals(whom(job.getSpec().target())))
        .sorted(Comparator.comparing(BaselineChoice::completion).reversed())
        .toList();
  }

  private static boolean succeeded(ProfileJob job) {
    return job.getStatus() != null && job.getStatus().phase() == JobPhase.SUCCEEDED;
  }

  private static Instant completion(ProfileJob job) {
    return Instant.parse(job.getStatus().completionTime());
  }

  /** The target without the sample size and minimum age, which do not make it another target. */
  private static Target whom(Target target) {
    return TargetBuilder.builder(target).sample(null).minAge(null).build();
  }

  private static BaselineChoice none(String message) {
    return new None(Comparison.none(Reasons.BASELINE_NOT_FOUND, message));
  }
}
