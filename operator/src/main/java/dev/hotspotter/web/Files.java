package dev.hotspotter.web;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;

/** A job's files, streamed from the object store. */
public final class Files {

  /** A name as Kubernetes allows it. */
  private static final String NAME = "[a-z0-9]([a-z0-9.-]*[a-z0-9])?";

  /** A job's folder; the server decodes slashes in a path's parts, so a part may hold anything. */
  static final Pattern FOLDER = Pattern.compile("%1$s/%1$s/".formatted(NAME));

  /** The keys that jobs write, and no others of the bucket. */
  private static final Pattern KEY =
      Pattern.compile(
          "%1$s/%1$s/(merged/(report\\.json|[a-z]+\\.html)|%1$s/%1$s/(recording\\.jfr|[a-z]+\\.(html|collapsed)))".formatted(NAME));

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "json", "application/json",
          "collapsed", "text/plain; charset=utf-8",
          "jfr", "application/octet-stream");

  /** Recordings hold text that the application controls: a graph may run its own script and reach nothing else. */
  private static final String SANDBOX =
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

  private final Artifacts artifacts;

  public Files(Artifacts artifacts) {
    this.artifacts = artifacts;
  }

  void serve(Context ctx) throws IOException {
    var key = "%s/%s/%s".formatted(ctx.pathParam("namespace"), ctx.pathParam("job"), ctx.pathParam("file"));
    if (!KEY.matcher(key).matches()) {
      throw new NotFoundResponse("no such file");
    }
    var artifact = artifacts.open(key).orElseThrow(() -> new NotFoundResponse("no such file"));
    var etag = '"' + artifact.etag() + '"';
    ctx.header("ETag", etag).header("X-Content-Type-Options", "nosniff").header("Content-Security-Policy", SANDBOX);
    if (etag.equals(ctx.header("If-None-Match"))) {
      artifact.content().close();
      ctx.status(HttpStatus.NOT_MODIFIED);
      return;
    }
    var ending = key.substring(key.lastIndexOf('.') + 1);
    if (ending.equals("jfr")) {
      ctx.header("Content-Disposition", "attachment; filename=\"%s\"".formatted(fileName(key)));
    }
    ctx.contentType(TYPES.get(ending));
    if (ctx.method().equals(HandlerType.HEAD)) {
      artifact.content().close();
      // or the server would say that the file has no bytes
      ctx.res().flushBuffer();
    } else {
      ctx.result(artifact.content());
    }
  }

  /** Says where it comes from, because people collect these in one folder. */
  private static String fileName(String key) {
    var parts = key.split("/");
    return "%s-%s-%s.jfr".formatted(parts[1], parts[2], parts[3]);
  }
}
