package dev.hotspotter.web.jobs;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.comparison.BaselineChoice;
import dev.hotspotter.web.NamePatterns;
import dev.hotspotter.web.Templates;
import dev.hotspotter.web.access.AuditLog;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.access.Right;
import dev.hotspotter.web.form.Manifest;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page of one job, from the job and its stored report. */
public final class JobPage {

  private static final Logger LOG = LoggerFactory.getLogger(JobPage.class);
  private static final int MOST_EARLIER = 5;

  private final Supplier<Collection<ProfileJob>> jobs;
  private final Function<ProfileJob, Optional<ProfileJob>> whole;
  private final Artifacts artifacts;
  private final Function<String, Optional<ProfileJob>> justCreated;

  /**
   * Finds jobs by their folders.
   *
   * @param jobs the jobs, maybe abridged
   * @param whole reads all of one job
   * @param justCreated finds a new job by its folder, before the others have it
   */
  public JobPage(
      Supplier<Collection<ProfileJob>> jobs,
      Function<ProfileJob, Optional<ProfileJob>> whole,
      Artifacts artifacts,
      Function<String, Optional<ProfileJob>> justCreated) {
    this.jobs = jobs;
    this.whole = whole;
    this.artifacts = artifacts;
    this.justCreated = justCreated;
  }

  /** Shows a job, even a deleted one: its report is in the object store. */
  public void show(Context ctx) throws IOException {
    var folder = "%s/%s/".formatted(ctx.pathParam("namespace"), ctx.pathParam("job"));
    var known =
        jobs.get().stream().filter(j -> ObjectKeys.folder(j).equals(folder)).findFirst();
    var job = known.flatMap(whole).or(() -> justCreated.apply(folder));
    var wellFormed = NamePatterns.FOLDER.matcher(folder).matches();
    var report = wellFormed ? report(folder, job.isPresent()) : Optional.<JobReport>empty();
    if (job.isEmpty() && report.isEmpty()) {
      throw wellFormed
          ? NotFoundOrGone.in(
              artifacts, folder, "no such job, or it was deleted before it had a report")
          : new NotFoundResponse("no such job");
    }
    var model = new HashMap<String, Object>();
    model.put("folder", folder);
    model.put("job", job.orElse(null));
    model.put("report", report.orElse(null));
    model.put(
        "manifest",
        job.map(Manifest::again).or(() -> report.map(Manifest::again)).orElse(null));
    model.put("mayDownload", Gate.has(ctx, Right.toDownload(ctx.pathParam("namespace"))));
    model.put(
        "deleted",
        report.isEmpty() && job.filter(JobPhase::hasEnded).isPresent() ? deleted(folder) : null);
    model.put("earlier", job.map(this::earlier).orElse(List.of()));
    report.ifPresent(shown -> AuditLog.read(ctx, folder, "report", 0));
    Templates.render(ctx, "job.jte", model);
  }

  /** Null unless an existing job has lost its recordings. */
  private String deleted(String folder) {
    try {
      return artifacts.deleted(folder).map(Artifacts.Deleted::sentence).orElse(null);
    } catch (IOException e) {
      LOG.warn(
          "the store does not say whether the recordings of {} were deleted: {}",
          folder,
          e.getMessage());
      return null;
    }
  }

  /** Earlier jobs for a comparison. */
  private List<ProfileJob> earlier(ProfileJob job) {
    return JobPhase.hasStarted(job)
        ? BaselineChoice.earlier(job, jobs.get()).stream().limit(MOST_EARLIER).toList()
        : List.of();
  }

  /** Shows an existing job even if the object store does not answer. */
  private Optional<JobReport> report(String folder, boolean jobExists) throws IOException {
    try {
      return Reports.read(artifacts, folder);
    } catch (IOException e) {
      if (jobExists) {
        LOG.warn(
            "the report of {} cannot be read, so the page lacks it: {}", folder, e.getMessage());
        return Optional.empty();
      }
      throw e;
    }
  }
}
