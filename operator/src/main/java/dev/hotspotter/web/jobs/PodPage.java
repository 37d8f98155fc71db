package dev.hotspotter.web.jobs;

import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.InlinedCode;
import dev.hotspotter.web.RequestParameters;
import dev.hotspotter.web.Templates;
import dev.hotspotter.web.access.AuditLog;
import dev.hotspotter.web.access.Gate;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One pod's newest recording in a time range, with its flame graphs. Grafana's graphs of that pod
 * link here.
 */
public final class PodPage {

  private static final int MOST_OTHERS = 20;

  /** A job's report is in the store, unless someone has deleted it there. */
  private static final int MOST_READ = 20;

  private final SucceededJobs finished;
  private final Artifacts artifacts;
  private final Clock clock;

  public PodPage(SucceededJobs finished, Artifacts artifacts, Clock clock) {
    this.finished = finished;
    this.artifacts = artifacts;
    this.clock = clock;
  }

  /** The part of a job about one pod. */
  private record Part(JobSummary job, JobReport report, List<JobReport.Target> targets) {}

  public void show(Context ctx) throws IOException {
    var query = query(ctx);
    var namespace = query.namespaces().iterator().next();
    var pod = query.pods().iterator().next();
    var found = finished.in(namespace).that(query::matches);
    var part = newest(found.jobs(), pod);
    var model = new HashMap<String, Object>();
    model.put("namespace", namespace);
    model.put("pod", pod);
    model.put("job", part.map(Part::job).orElse(null));
    model.put("targets", part.map(Part::targets).orElse(List.of()));
    model.put("inlined", part.map(Part::report).map(PodPage::inlined).orElse(Map.of()));
    var others =
        found.jobs().stream().filter(job -> part.isEmpty() || job != part.get().job());
    model.put("others", others.limit(MOST_OTHERS).toList());
    model.put("complete", found.complete());
    part.ifPresent(shown -> AuditLog.read(ctx, shown.job().folder(), "report", 0));
    Templates.render(ctx, "pod.jte", model);
  }

  private Optional<Part> newest(List<JobSummary> jobs, String pod) throws IOException {
    for (var job : jobs.stream()
        .filter(each -> each.recorded().contains(pod))
        .limit(MOST_READ)
        .toList()) {
      var report = Reports.read(artifacts, job.folder());
      var all = report.map(JobReport::targets).orElse(List.of());
      var targets = all.stream().filter(target -> target.pod().equals(pod)).toList();
      if (!targets.isEmpty()) {
        return Optional.of(new Part(job, report.get(), targets));
      }
    }
    return Optional.empty();
  }

  /** All the job's targets: it keeps no graphs of single pods. */
  private static Map<String, InlinedCode> inlined(JobReport report) {
    return report.answers() == null || report.answers().inlined() == null
        ? Map.of()
        : report.answers().inlined();
  }

  private JobQuery query(Context ctx) {
    var query = JobQuery.of(new RequestParameters(ctx.queryParamMap()), clock.instant());
    query.namespaces().forEach(namespace -> Gate.check(ctx, Optional.of(namespace)));
    if (query.namespaces().isEmpty()) {
      Gate.check(ctx, Optional.empty());
    }
    if (query.namespaces().size() != 1 || query.pods().size() != 1) {
      throw new BadRequestResponse(
          "name one namespace and one pod, for example namespace=shop&pod=notifier-7d9c-x2x1");
    }
    return query;
  }
}
