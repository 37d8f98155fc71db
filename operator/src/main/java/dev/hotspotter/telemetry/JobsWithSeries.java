package dev.hotspotter.telemetry;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The jobs with series of their own: all unfinished jobs, and the newest finished ones. */
record JobsWithSeries(Supplier<Collection<ProfileJob>> all, int mostFinished)
    implements Supplier<Collection<ProfileJob>> {

  @Override
  public Collection<ProfileJob> get() {
    var jobs = all.get().stream().collect(Collectors.partitioningBy(JobPhase::hasEnded));
    var newest = jobs.get(true).stream()
        .sorted(Comparator.comparing(JobsWithSeries::end).reversed())
        .limit(mostFinished);
    return Stream.concat(jobs.get(false).stream(), newest).toList();
  }

  /** The end of an ended job as text, which sorts like the time because all are in UTC. */
  private static String end(ProfileJob job) {
    return Objects.requireNonNullElse(job.getStatus().completionTime(), "");
  }
}
