package dev.hotspotter.web.jobs;

import dev.hotspotter.api.spec.Format;
import dev.hotspotter.web.NamePatterns;
import dev.hotspotter.web.access.AuditLog;
import dev.hotspotter.web.access.Gate;
import dev.hotspotter.web.jobs.Artifacts.Stat;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.ByteRange;

/** A job's files, streamed from the object store. */
public final class FileHandler {

  /** The keys that jobs write; the bucket's other keys are refused. */
  private static final Pattern KEY = Pattern.compile(
      "%1$s/%1$s/(merged/(report\\.json|%2$s)|%1$s/%1$s/(recording\\.jfr|diagnostics\\.txt|%2$s))"
          .formatted(NamePatterns.NAME, "[a-z-]+\\.(%s)".formatted(endings())));

  /** A target's original files. */
  private static final Pattern RAW = Pattern.compile(".*/(recording\\.jfr|diagnostics\\.txt)");

  private static final Map<String, String> TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "json", "application/json",
      "collapsed", "text/plain; charset=utf-8",
      "txt", "text/plain; charset=utf-8",
      "jfr", "application/octet-stream",
      "gz", "application/octet-stream",
      "otlp", "application/octet-stream");

  /** The types that a browser saves because it cannot show them. */
  private static final Set<String> SAVED = Set.of("jfr", "gz", "otlp");

  /**
   * The application controls the text of recordings. So a file runs nothing, sends nothing, and
   * only our pages embed it.
   */
  private static final String SANDBOX =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

  /** A graph may run its own script. */
  public static final String GRAPH_POLICY = SANDBOX
      + " allow-scripts; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

  private final Artifacts artifacts;

  public FileHandler(Artifacts artifacts) {
    this.artifacts = artifacts;
  }

  public void serve(Context ctx) throws IOException {
    var folder = "%s/%s/".formatted(ctx.pathParam("namespace"), ctx.pathParam("job"));
    var key = folder + ctx.pathParam("file");
    if (!KEY.matcher(key).matches()) {
      throw new NotFoundResponse("no such file");
    }
    if (RAW.matcher(key).matches()) {
      Gate.checkDownload(ctx, ctx.pathParam("namespace"));
    }
    var found = artifacts.stat(key);
    if (found.isEmpty()) {
      throw NotFoundOrGone.in(artifacts, folder, "no such file");
    }
    var stat = found.get();
    if (key.endsWith(".html") && FramedGraph.isAsked(ctx)) {
      FramedGraph.show(ctx, ctx.pathParam("file"), "/jobs/" + folder);
      return;
    }
    var ending = key.substring(key.lastIndexOf('.') + 1);
    var etag = etag(stat, ending);
    ctx.header("Content-Security-Policy", ending.equals("html") ? GRAPH_POLICY : SANDBOX);
    if (SAVED.contains(ending) || FramedGraph.isToBeSaved(ctx)) {
      ctx.header("Content-Disposition", "attachment; filename=\"%s\"".formatted(fileName(key)));
    }
    if (!SAVED.contains(ending)) {
      ctx.header("Vary", FramedGraph.VARY);
    }
    if (ETags.isKnown(ctx, etag)) {
      audit(ctx, 0);
      return;
    }
    ctx.contentType(TYPES.get(ending)).header("Accept-Ranges", "bytes");
    if (ctx.method().equals(HandlerType.HEAD)) {
      // without this, the server would announce zero bytes
      ctx.res().flushBuffer();
    } else {
      send(ctx, key, stat, etag);
    }
  }

  /**
   * A request for several ranges gets the whole file: the ranges would need a multipart answer.
   */
  private void send(Context ctx, String key, Stat stat, String etag) throws IOException {
    var ranges = ranges(ctx, etag);
    var satisfiable = ByteRange.parse(ranges, stat.bytes());
    if (!ranges.isEmpty() && satisfiable.isEmpty()) {
      ctx.status(HttpStatus.RANGE_NOT_SATISFIABLE)
          .header("Content-Range", "bytes */" + stat.bytes())
          .result("the file has no such bytes");
    } else if (satisfiable.size() == 1) {
      var range = satisfiable.getFirst();
      var bytes = range.last() - range.first() + 1;
      audit(ctx, bytes);
      ctx.disableCompression()
          .status(HttpStatus.PARTIAL_CONTENT)
          .header("Content-Range", range.toHeaderValue(stat.bytes()))
          .header("Content-Length", Long.toString(bytes))
          .result(artifacts.open(key, stat, range.first(), bytes));
    } else {
      if (ETags.isStrong(etag)) {
        ctx.disableCompression().header("Content-Length", Long.toString(stat.bytes()));
      }
      ctx.result(artifacts.open(key, stat, 0, stat.bytes()));
      audit(ctx, stat.bytes());
    }
  }

  private static void audit(Context ctx, long bytes) {
    if (ctx.method().equals(HandlerType.GET)) {
      AuditLog.read(
          ctx,
          ctx.pathParam("namespace") + "/" + ctx.pathParam("job"),
          ctx.pathParam("file"),
          bytes);
    }
  }

  /** Empty unless the browser has the beginning of this very file. */
  private static List<String> ranges(Context ctx, String etag) {
    var condition = ctx.header("If-Range");
    var same = condition == null || ETags.isStrong(etag) && condition.equals(etag);
    return same ? Collections.list(ctx.req().getHeaders("Range")) : List.of();
  }

  /** Weak for a file that is compressed on its way, because its bytes vary. */
  private static String etag(Stat stat, String ending) {
    return (SAVED.contains(ending) ? "" : "W/") + '"' + stat.etag() + '"';
  }

  /** A name with the job and the target, because people collect these files in one folder. */
  private static String fileName(String key) {
    var parts = key.split("/", 3);
    return "%s-%s"
        .formatted(parts[1], parts[2].replace('/', '-').replace("-recording.jfr", ".jfr"));
  }

  private static String endings() {
    return Arrays.stream(Format.values())
        .map(format -> Pattern.quote(format.ending()))
        .collect(Collectors.joining("|"));
  }
}
