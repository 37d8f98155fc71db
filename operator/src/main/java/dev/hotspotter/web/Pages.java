package dev.hotspotter.web;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.ObjectKeys;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pages that people read, made on the server from the jobs and their stored reports. */
public final class Pages {

  private static final Logger LOG = LoggerFactory.getLogger(Pages.class);

  /** A report may have been written by a later operator. */
  private static final ObjectMapper JSON = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Supplier<Collection<ProfileJob>> jobs;
  private final Artifacts artifacts;
  private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

  public Pages(Supplier<Collection<ProfileJob>> jobs, Artifacts artifacts) {
    this.jobs = jobs;
    this.artifacts = artifacts;
  }

  void list(Context ctx) {
    var newestFirst =
        jobs.get().stream()
            .sorted(Comparator.comparing((ProfileJob job) -> job.getMetadata().getCreationTimestamp()).reversed())
            .toList();
    render(ctx, "jobs.jte", Map.of("jobs", newestFirst));
  }

  /** A job's page outlives the job: its report is in the object store. */
  void job(Context ctx) throws IOException {
    var folder = "%s/%s/".formatted(ctx.pathParam("namespace"), ctx.pathParam("job"));
    var job = jobs.get().stream().filter(j -> ObjectKeys.folder(j).equals(folder)).findFirst();
    var report = Files.FOLDER.matcher(folder).matches() ? report(folder, job.isPresent()) : Optional.<JobReport>empty();
    if (job.isEmpty() && report.isEmpty()) {
      throw new NotFoundResponse("no such job, or it was deleted before it had a report");
    }
    var model = new HashMap<String, Object>();
    model.put("folder", folder);
    model.put("job", job.orElse(null));
    model.put("report", report.orElse(null));
    render(ctx, "job.jte", model);
  }

  /** A job that exists has something to show even while the object store does not answer. */
  private Optional<JobReport> report(String folder, boolean jobExists) throws IOException {
    try {
      return report(folder);
    } catch (IOException e) {
      if (jobExists) {
        LOG.warn("the report of {} cannot be read, the page shows the job without it: {}", folder, e.getMessage());
        return Optional.empty();
      }
      throw e;
    }
  }

  private Optional<JobReport> report(String folder) throws IOException {
    var artifact = artifacts.open(folder + ObjectKeys.REPORT);
    if (artifact.isEmpty()) {
      return Optional.empty();
    }
    try (var content = artifact.get().content()) {
      return Optional.of(JSON.readValue(content, JobReport.class));
    }
  }

  private void render(Context ctx, String template, Map<String, Object> model) {
    var page = new StringOutput();
    templates.render(template, model, page);
    ctx.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'")
        .header("X-Content-Type-Options", "nosniff")
        .html(page.toString());
  }
}
