package dev.hotspotter.web.jobs;

import dev.hotspotter.web.Templates;
import io.javalin.http.Context;
import java.util.HashMap;

/**
 * A page of ours around a graph. The application controls the names in a graph. A page that a browser shows by itself
 * could lead the browser to any address; a page in a sandboxed frame cannot.
 */
public final class FramedGraph {

  /** The headers of a request on which the answer depends. */
  public static final String VARY = "Accept-Encoding, Accept, Sec-Fetch-Dest";

  private static final String FRAME = "frame";
  private static final String FILE = "file";

  private FramedGraph() {}

  /**
   * True for a browser that opens the address. A frame of these pages, and a client that is no browser, gets the graph.
   */
  public static boolean isAsked(Context ctx) {
    if (isToBeSaved(ctx)) {
      return false;
    }
    var destination = ctx.header("Sec-Fetch-Dest");
    if (destination != null) {
      return destination.equals("document");
    }
    // browsers name no destination over plain HTTP, unless the host is this machine
    return !as(ctx).equals(FRAME) && String.valueOf(ctx.header("Accept")).contains("text/html");
  }

  /** True for a graph that the browser saves and does not show. */
  public static boolean isToBeSaved(Context ctx) {
    return as(ctx).equals(FILE);
  }

  private static String as(Context ctx) {
    return String.valueOf(ctx.queryParam("as"));
  }

  /** Around is the page that the graph belongs to. */
  public static void show(Context ctx, String title, String around) {
    var model = new HashMap<String, Object>();
    model.put("title", title);
    model.put("around", around);
    model.put("frame", address(ctx, FRAME));
    model.put("file", address(ctx, FILE));
    Templates.render(ctx.header("Vary", VARY), "graph.jte", model);
  }

  private static String address(Context ctx, String as) {
    var query = ctx.queryString() == null ? "" : ctx.queryString().replaceAll("(^|&)as=[^&]*", "");
    return "%s?%sas=%s".formatted(ctx.path(), query.isEmpty() ? "" : query + "&", as);
  }
}
