package dev.hotspotter.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the tables of the page about metrics from a scrape of the operator; `make generate` runs
 * it. People write the text between the tables.
 */
public class GenerateMetricsPage {

  static final Path COMMITTED = Path.of("..", "docs", "reference", "metrics.md");

  /** A table stands between two comments; the first says how the names of its metrics begin. */
  private static final Pattern TABLE = Pattern.compile(
      "(?s)(<!-- metrics: ([a-z_ ]+); written by make generate -->\\n).*?(<!-- end -->)");

  private final SampleScrape scrape = new SampleScrape();

  public static void main(String[] args) throws IOException {
    var page = Path.of(args[0]);
    Files.writeString(page, new GenerateMetricsPage().renewed(Files.readString(page)));
  }

  String renewed(String page) {
    return TABLE
        .matcher(page)
        .replaceAll(table -> Matcher.quoteReplacement(
            table.group(1) + "\n" + table(table.group(2).split(" ")) + "\n" + table.group(3)));
  }

  private String table(String... beginnings) {
    return scrape.types().keySet().stream()
        .filter(name -> Arrays.stream(beginnings).anyMatch(name::startsWith))
        .map(this::row)
        .collect(Collectors.joining(
            "", "| metric | type | labels | meaning |\n| --- | --- | --- | --- |\n", ""));
  }

  private String row(String name) {
    var labels =
        labels(name).stream().map(label -> "`" + label + "`").collect(Collectors.joining(" "));
    return "| `%s` | %s | %s | %s |%n"
        .formatted(name, scrape.types().get(name), labels, scrape.help().get(name));
  }

  /** No sample of a summary is named as it is. */
  private Set<String> labels(String name) {
    var labels = scrape.labels();
    return labels.containsKey(name) ? labels.get(name) : labels.get(name + "_count");
  }
}
