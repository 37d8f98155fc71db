package dev.hotspotter.collect;

import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns exceptions from rendering and sending into causes of waiting, for the status. Equal
 * failures give equal messages, so that a retry does not change the status.
 */
public final class WaitCauses {

  private static final Logger LOG = LoggerFactory.getLogger(WaitCauses.class);

  private WaitCauses() {}

  public static WaitCause of(Exception e, String work) {
    var cause = cause(e);
    LOG.warn(
        "{} will be tried again: {}",
        work,
        cause.message(),
        e instanceof RuntimeException ? e : null);
    return cause;
  }

  private static WaitCause cause(Exception e) {
    return switch (e) {
      case StoreException store -> WaitCause.ofStore(store.getMessage());
      case InterruptedIOException late ->
        new WaitCause(
            Reasons.RENDER_FAILED,
            "the work took too long, or the operator stopped; check whether the object store is slow");
      case IOException disk ->
        new WaitCause(
            Reasons.RENDER_FAILED,
            "the operator's disk failed: %s; see tmp.sizeLimit in the chart's values"
                .formatted(words(disk)));
      default ->
        new WaitCause(Reasons.RENDER_FAILED, "the operator failed: %s; read its log".formatted(e));
    };
  }

  /** The cause without the file's name, which differs at each try. */
  private static String words(IOException disk) {
    if (disk instanceof FileSystemException file) {
      return file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
    }
    return disk.getMessage();
  }
}
