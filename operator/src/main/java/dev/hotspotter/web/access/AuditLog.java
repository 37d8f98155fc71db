package dev.hotspotter.web.access;

import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each read in one line, to its own logger. No name can forge another word or line. */
public final class AuditLog {

  private static final Logger LOG = LoggerFactory.getLogger("hotspotter.audit");

  private AuditLog() {}

  /**
   * Logs a file of a job, or a part of a page. Bytes are those sent: 0 for a file in the browser's
   * cache.
   */
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
