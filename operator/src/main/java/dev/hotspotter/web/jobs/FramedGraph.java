package dev.hotspotter.web.jobs;

import dev.hotspotter.web.Templates;
import io.javalin.http.Context;
import java.util.HashMap;

/**
 * A page of ours around a graph. Names in a graph are the application's, and a page that a browser shows by itself may lead it to any
 * address; one in a sandboxed frame may not.
 */
public final class FramedGraph {

  /** What the answer for one address depends on. */
  public static final String VARY = "Accept-Encoding, Accept, Sec-Fetch-Dest";

  private static final String FRAME = "frame";
  private static final String FILE = "file";

  private FramedGraph() {}

  /** A browser asks for something to look at; what is no browser, and a frame of these pages, gets the graph itself. */
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

  /** What is saved is shown by nobody. */
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
