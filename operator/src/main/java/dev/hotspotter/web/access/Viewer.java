package dev.hotspotter.web.access;

import java.util.List;
import java.util.Map;

/** Someone who looks at the pages, in the words in which the API server knows people. */
public record Viewer(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  public Viewer {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }
}
