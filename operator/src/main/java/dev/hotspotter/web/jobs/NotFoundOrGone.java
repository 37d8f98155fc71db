package dev.hotspotter.web.jobs;

import dev.hotspotter.web.jobs.Artifacts.Deleted;
import io.javalin.http.GoneResponse;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;

/** The answer of a link that leads to nothing: 410 if something was deleted there, otherwise 404. */
public final class NotFoundOrGone {

  private NotFoundOrGone() {}

  /** The answer about something in this job's folder, which ends with a slash. */
  public static HttpResponseException in(Artifacts artifacts, String folder, String otherwise)
      throws IOException {
    return artifacts
        .deleted(folder)
        .map(Deleted::sentence)
        .<HttpResponseException>map(GoneResponse::new)
        .orElseGet(() -> new NotFoundResponse(otherwise));
  }
}
