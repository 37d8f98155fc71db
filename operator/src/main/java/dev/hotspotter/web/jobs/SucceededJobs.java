package dev.hotspotter.web.jobs;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.layout.WorkloadNames;
import dev.hotspotter.report.JobReport;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The succeeded jobs, deleted ones included. */
public final class SucceededJobs {

  private final Supplier<Collection<ProfileJob>> jobs;
  private final DeletedJobs stored;

  public SucceededJobs(Supplier<Collection<ProfileJob>> jobs, DeletedJobs stored) {
    this.jobs = jobs;
    this.stored = stored;
  }

  /** The newest jobs first; incomplete if the store holds more than one request searches. */
  public record Found(List<JobSummary> jobs, boolean complete) {

    Found that(Predicate<JobSummary> matches) {
      return new Found(jobs.stream().filter(matches).toList(), complete);
    }
  }

  public Found in(String namespace) throws IOException {
    var existing = JobSummary.of(
        jobs.get().stream().filter(job -> job.getMetadata().getNamespace().equals(namespace)));
    var old = stored.in(
        Set.of(namespace), existing.stream().map(JobSummary::folder).collect(Collectors.toSet()));
    var all = Stream.concat(existing.stream(), old.jobs().stream())
        .filter(JobSummary::hasSucceeded)
        .sorted(Comparator.comparing(JobSummary::start).reversed())
        .toList();
    return new Found(all, old.complete());
  }

  /**
   * The jobs that began before this time and recorded one of these events of the same workloads.
   * Jobs may choose the same pods in different ways, but the pods' names tell the workload.
   */
  public Found before(
      String namespace, Instant start, List<JobReport.Target> targets, List<Event> events)
      throws IOException {
    var workloads = workloads(targets.stream().map(JobReport.Target::pod));
    var words = events.stream().map(Event::word).toList();
    return in(namespace)
        .that(job -> job.start().isBefore(start)
            && words.stream().anyMatch(job.events()::contains)
            && workloads(job.pods().stream()).equals(workloads));
  }

  private static Set<String> workloads(Stream<String> pods) {
    return pods.map(WorkloadNames::ofPod).collect(Collectors.toSet());
  }
}
