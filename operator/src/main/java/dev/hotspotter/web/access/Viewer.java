package dev.hotspotter.web.access;

import java.util.List;
import java.util.Map;

/** A viewer of the pages, in the API server's terms. */
public record Viewer(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  public Viewer {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }
}
