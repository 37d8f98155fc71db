package dev.hotspotter.web.jobs;

import dev.hotspotter.web.Templates;
import io.javalin.http.Context;
import java.util.HashMap;

/**
 * Our page around a graph. The application controls the names in a graph. Alone, the graph could
 * redirect the browser anywhere; a sandboxed frame cannot.
 */
public final class FramedGraph {

  /** The request headers that change the answer. */
  public static final String VARY = "Accept-Encoding, Accept, Sec-Fetch-Dest";

  private static final String FRAME = "frame";
  private static final String FILE = "file";

  private FramedGraph() {}

  /**
   * True for a browser that opens the address. Frames of our pages and other clients get the graph.
   */
  public static boolean isAsked(Context ctx) {
    if (isToBeSaved(ctx)) {
      return false;
    }
    var destination = ctx.header("Sec-Fetch-Dest");
    if (destination != null) {
      return destination.equals("document");
    }
    // over plain HTTP, browsers name a destination only for this machine
    return !as(ctx).equals(FRAME) && String.valueOf(ctx.header("Accept")).contains("text/html");
  }

  /** True for a graph that the browser saves instead of showing. */
  public static boolean isToBeSaved(Context ctx) {
    return as(ctx).equals(FILE);
  }

  private static String as(Context ctx) {
    return String.valueOf(ctx.queryParam("as"));
  }

  /** Shows a graph; around is the page that it belongs to. */
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
