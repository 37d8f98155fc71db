package dev.hotspotter.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotspotter.testing.Dashboard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of a table panel and their links, as Grafana makes them out of what the panel's queries answered. */
final class GrafanaTable {

  private static final Pattern FIELD = Pattern.compile("\\$\\{__data\\.fields\\.(\\w+)}");

  private final JsonNode panel;
  private final List<Map<String, String>> rows = new ArrayList<>();

  GrafanaTable(JsonNode panel, Map<String, List<Prometheus.Series>> answers) {
    this.panel = panel;
    Set<String> shared = null;
    for (var answer : answers.entrySet()) {
      var columns = new HashSet<String>();
      answer.getValue().forEach(series -> columns.addAll(series.labels().keySet()));
      shared = shared == null ? columns : intersection(shared, columns);
    }
    for (var answer : answers.entrySet()) {
      for (var series : answer.getValue()) {
        var row = new LinkedHashMap<>(series.labels());
        row.put(
            answers.size() == 1 ? "Value" : "Value #" + answer.getKey(),
            series.values().getFirst().toString());
        merge(row, shared);
      }
    }
  }

  List<Map<String, String>> rows() {
    return rows;
  }

  /** Every name of a field that the panel's settings refer to. */
  Set<String> namedFields() {
    var names = new HashSet<String>();
    overrides().forEach((field, properties) -> names.add(field));
    for (var transformation : panel.path("transformations")) {
      transformation.path("options").path("indexByName").fieldNames().forEachRemaining(names::add);
    }
    return names;
  }

  /** The URLs of the links of this field of the row. */
  List<String> links(Map<String, String> row, String field) {
    return Dashboard.elements(overrides().get(field))
        .filter(property -> property.path("id").asText().equals("links"))
        .flatMap(property -> Dashboard.elements(property.path("value")))
        .map(link -> fill(link.path("url").asText(), row, field))
        .toList();
  }

  private Map<String, JsonNode> overrides() {
    var found = new LinkedHashMap<String, JsonNode>();
    for (var override : panel.path("fieldConfig").path("overrides")) {
      if (override.path("matcher").path("id").asText().equals("byName")) {
        found.put(override.path("matcher").path("options").asText(), override.path("properties"));
      }
    }
    return found;
  }

  private static String fill(String url, Map<String, String> row, String field) {
    var text = url.replace("${__value.raw}", row.get(field));
    return FIELD
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(row.get(found.group(1))));
  }

  /** The transformation "merge": into a row that agrees on the shared columns and differs in no other. */
  private void merge(Map<String, String> row, Set<String> shared) {
    for (var existing : rows) {
      var agrees = shared.stream().allMatch(column -> row.get(column).equals(existing.get(column)));
      if (agrees
          && row.entrySet().stream()
              .allMatch(
                  e -> existing.getOrDefault(e.getKey(), e.getValue()).equals(e.getValue()))) {
        existing.putAll(row);
        return;
      }
    }
    rows.add(row);
  }

  private static Set<String> intersection(Set<String> one, Set<String> other) {
    var both = new HashSet<>(one);
    both.retainAll(other);
    return both;
  }
}
