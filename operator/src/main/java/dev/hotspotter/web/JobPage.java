package dev.hotspotter.web;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.ObjectKeys;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page of one job, made on the server from the job and its stored report. */
public final class JobPage {

  private static final Logger LOG = LoggerFactory.getLogger(JobPage.class);

  private final Supplier<Collection<ProfileJob>> jobs;
  private final Artifacts artifacts;

  public JobPage(Supplier<Collection<ProfileJob>> jobs, Artifacts artifacts) {
    this.jobs = jobs;
    this.artifacts = artifacts;
  }

  /** A job's page outlives the job: its report is in the object store. */
  void show(Context ctx) throws IOException {
    var folder = "%s/%s/".formatted(ctx.pathParam("namespace"), ctx.pathParam("job"));
    var job = jobs.get().stream().filter(j -> ObjectKeys.folder(j).equals(folder)).findFirst();
    var report = Names.FOLDER.matcher(folder).matches() ? report(folder, job.isPresent()) : Optional.<JobReport>empty();
    if (job.isEmpty() && report.isEmpty()) {
      throw new NotFoundResponse("no such job, or it was deleted before it had a report");
    }
    var model = new HashMap<String, Object>();
    model.put("folder", folder);
    model.put("job", job.orElse(null));
    model.put("report", report.orElse(null));
    Templates.render(ctx, "job.jte", model);
  }

  /** A job that exists has something to show even while the object store does not answer. */
  private Optional<JobReport> report(String folder, boolean jobExists) throws IOException {
    try {
      return Reports.read(artifacts, folder);
    } catch (IOException e) {
      if (jobExists) {
        LOG.warn("the report of {} cannot be read, the page shows the job without it: {}", folder, e.getMessage());
        return Optional.empty();
      }
      throw e;
    }
  }
}
