package dev.hotspotter.web.access;

import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down who has read what, one line for each, to a logger of its own; no name can pretend to be another word or line. */
public final class AuditLog {

  private static final Logger LOG = LoggerFactory.getLogger("hotspotter.audit");

  private AuditLog() {}

  /** A file of a job, or what a page has shown of it; bytes are those that are sent, 0 for what the browser has already. */
  public static void read(Context ctx, String folder, String file, long bytes) {
    var parts = folder.split("/", 2);
    var viewer = Gate.viewer(ctx);
    LOG.info(
        "read user={} groups={} namespace={} job={} file={} bytes={} remote={}",
        RefusalLog.printable(viewer.map(Viewer::name).orElse(null)),
        viewer.map(someone -> someone.groups().size()).orElse(0),
        RefusalLog.printable(parts[0]),
        RefusalLog.printable(parts[1].replaceFirst("/$", "")),
        RefusalLog.printable(file),
        bytes,
        RefusalLog.printable(ctx.req().getRemoteAddr()));
  }
}
