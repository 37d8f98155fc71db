package dev.hotspotter.web.jobs;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.web.RequestParameters;
import dev.hotspotter.web.Templates;
import dev.hotspotter.web.access.Gate;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The list of jobs: running ones first, then the newest. It includes deleted jobs with recordings.
 */
public final class JobList {

  private static final Logger LOG = LoggerFactory.getLogger(JobList.class);
  private static final int PAGE = 50;

  private static final Comparator<JobSummary> ORDER = Comparator.comparing(JobSummary::running)
      .thenComparing(JobSummary::start)
      .reversed()
      .thenComparing(JobSummary::folder);

  private final Supplier<Collection<ProfileJob>> jobs;
  private final DeletedJobs stored;
  private final Clock clock;

  public JobList(Supplier<Collection<ProfileJob>> jobs, DeletedJobs stored, Clock clock) {
    this.jobs = jobs;
    this.stored = stored;
    this.clock = clock;
  }

  public void show(Context ctx) {
    var query = JobQuery.of(new RequestParameters(ctx.queryParamMap()), clock.instant());
    query.namespaces().forEach(namespace -> Gate.check(ctx, Optional.of(namespace)));
    var existing = JobSummary.of(jobs.get().stream().filter(query::mayMean));
    var problem = "";
    var namespaces = query.namespaces();
    var old = new DeletedJobs.Found(List.of(), true);
    try {
      namespaces = namespaces.isEmpty() ? visible(ctx, existing, stored.namespaces()) : namespaces;
      old = stored.in(
          namespaces, existing.stream().map(JobSummary::folder).collect(Collectors.toSet()));
    } catch (IOException e) {
      LOG.warn(
          "the list lacks deleted jobs, because the object store cannot be read: {}",
          e.getMessage());
      problem = "The object store cannot be read now, so deleted jobs are missing.";
      namespaces = namespaces.isEmpty() ? visible(ctx, existing, List.of()) : namespaces;
    }
    if (!old.complete()) {
      problem =
          "The store has more jobs than one request searches; choose a namespace, or reload this page.";
    }
    var seen = namespaces;
    var found = Stream.concat(existing.stream(), old.jobs().stream())
        .filter(job -> seen.contains(job.namespace()))
        .filter(query::matches)
        .sorted(ORDER)
        .toList();
    var model = new HashMap<String, Object>();
    model.put(
        "jobs", found.stream().skip((query.page() - 1L) * PAGE).limit(PAGE).toList());
    model.put("all", found.size());
    model.put(
        "links",
        new ListLinks(ctx.queryParamMap(), query.page(), (found.size() + PAGE - 1) / PAGE));
    model.put("problem", problem);
    Templates.render(ctx, "jobs.jte", model);
  }

  private static Set<String> visible(Context ctx, List<JobSummary> existing, List<String> others) {
    return Gate.visible(
        ctx,
        Stream.concat(existing.stream().map(JobSummary::namespace), others.stream())
            .toList());
  }
}
