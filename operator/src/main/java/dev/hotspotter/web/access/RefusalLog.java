package dev.hotspotter.web.access;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each refused request with its address. No request can forge another line. */
public final class RefusalLog implements RequestLog {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final int LONGEST = 200;

  @Override
  public void log(Request request, Response response) {
    if (response.getStatus() >= 400) {
      LOG.info(
          "{} to {}: {} {}",
          response.getStatus(),
          printable(Request.getRemoteAddr(request)),
          printable(request.getMethod()),
          printable(String.valueOf(request.getHttpURI())));
    }
  }

  /**
   * The beginning and the length; a question mark replaces each character that is not visible
   * ASCII.
   */
  public static String printable(String text) {
    if (text == null) {
      return "-";
    }
    var visible =
        text.substring(0, Math.min(LONGEST, text.length())).replaceAll("[^\\x21-\\x7e]", "?");
    return text.length() > LONGEST
        ? "%s... (%d characters)".formatted(visible, text.length())
        : visible;
  }
}
