package dev.hotspotter.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A Grafana dashboard of the chart. */
public record Dashboard(Path file, JsonNode json) {

  private static final Path FOLDER = Path.of("..", "charts", "hotspotter", "dashboards");
  private static final ObjectMapper JSON = new ObjectMapper();
  /** Names do not begin with a digit: $1 is for Prometheus, a part of what a regular expression has found. */
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:([A-Za-z_]\\w*)|\\{(\\w+)})");

  private static final String PROMETHEUS = "prometheus";

  /** One query of a panel to Prometheus; its expression still holds Grafana's variables. */
  public record Query(String panel, String refId, boolean instant, String expression) {}

  public static List<Dashboard> all() {
    try (var files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(Dashboard::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Dashboard named(String file) {
    return read(FOLDER.resolve(file));
  }

  private static Dashboard read(Path file) {
    try {
      return new Dashboard(file, JSON.readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /** All panels, also those of collapsed rows. */
  public List<JsonNode> panels() {
    return elements(json.path("panels"))
        .flatMap(panel -> Stream.concat(Stream.of(panel), elements(panel.path("panels"))))
        .toList();
  }

  public List<Query> queries() {
    return panels().stream().flatMap(panel -> queries(panel).stream()).toList();
  }

  /** The queries whose answers are marked on all graphs. */
  public List<Query> annotations() {
    return elements(json.path("annotations").path("list"))
        .map(each -> new Query(
            each.path("name").asText(),
            each.path("target").path("refId").asText(),
            false,
            each.path("target").path("expr").asText()))
        .toList();
  }

  /** Panels of one dashboard have different titles. */
  public JsonNode panel(String title) {
    return panels().stream()
        .filter(panel -> panel.path("title").asText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  public static List<Query> queries(JsonNode panel) {
    return elements(panel.path("targets"))
        .filter(target -> target.path("datasource").path("type").asText().equals(PROMETHEUS))
        .map(target -> new Query(
            panel.path("title").asText(),
            target.path("refId").asText(),
            target.path("instant").asBoolean(),
            target.path("expr").asText()))
        .toList();
  }

  public List<JsonNode> variables() {
    return elements(json.path("templating").path("list")).toList();
  }

  /**
   * The text with its variables filled in. A variable without a value is an error, because Grafana
   * would send its name.
   */
  public static String fill(String text, Map<String, String> values) {
    return VARIABLE.matcher(text).replaceAll(found -> {
      var name = found.group(1) == null ? found.group(2) : found.group(1);
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException("nothing defines the variable " + name + " of " + text);
      }
      return Matcher.quoteReplacement(values.get(name));
    });
  }

  public static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
