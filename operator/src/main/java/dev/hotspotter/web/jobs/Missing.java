package dev.hotspotter.web.jobs;

import dev.hotspotter.web.jobs.Artifacts.Deleted;
import io.javalin.http.GoneResponse;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;

/** What a link answers that leads to nothing: 410 if it was there and was deleted, 404 if nobody knows of it. */
public final class Missing {

  private Missing() {}

  /** Of something in this job's folder, which ends with a slash. */
  public static HttpResponseException in(Artifacts artifacts, String folder, String otherwise) throws IOException {
    return artifacts.deleted(folder).map(Deleted::sentence)
        .<HttpResponseException>map(GoneResponse::new)
        .orElseGet(() -> new NotFoundResponse(otherwise));
  }
}
