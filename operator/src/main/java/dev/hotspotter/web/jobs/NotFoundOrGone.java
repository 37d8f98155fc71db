package dev.hotspotter.web.jobs;

import dev.hotspotter.web.jobs.Artifacts.Deleted;
import io.javalin.http.GoneResponse;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;

/** The answer of a dead link: 410 after a deletion, otherwise 404. */
public final class NotFoundOrGone {

  private NotFoundOrGone() {}

  /** The answer for a path in this job's folder, which ends with a slash. */
  public static HttpResponseException in(Artifacts artifacts, String folder, String otherwise)
      throws IOException {
    return artifacts
        .deleted(folder)
        .map(Deleted::sentence)
        .<HttpResponseException>map(GoneResponse::new)
        .orElseGet(() -> new NotFoundResponse(otherwise));
  }
}
