package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about metrics tells of each one that the operator has, and of no other. */
class MetricsReferenceTest {

  private static final Path PAGE = Path.of("..", "docs", "reference", "metrics.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(?<name>hotspotter_\\w+)` \\| (?<type>\\w+) \\| (?<labels>[^|]*) \\| (?<unit>[^|]+) \\| (?<meaning>[^|]+) \\|$");
  private static final Pattern WORD = Pattern.compile("`(\\w+)`");
  private static final Pattern NAME = Pattern.compile("hotspotter_\\w+");

  private final SampleScrape scrape = new SampleScrape();

  @Test
  void every_metric_is_there_with_its_type() throws IOException {
    var types = rows().collect(Collectors.toMap(row -> row.group("name"), row -> row.group("type")));

    assertThat(types).containsExactlyInAnyOrderEntriesOf(scrape.types());
  }

  @Test
  void every_metric_is_there_with_its_labels() throws IOException {
    var labels = new TreeMap<String, Set<String>>();
    rows().forEach(row -> labels.put(row.group("name"), words(row.group("labels"))));

    assertThat(labels).containsExactlyInAnyOrderEntriesOf(labelsByMetric());
  }

  @Test
  void nothing_on_the_page_names_a_metric_that_there_is_not() throws IOException {
    var names = NAME.matcher(Files.readString(PAGE)).results().map(MatchResult::group).collect(Collectors.toSet());

    names.removeAll(scrape.types().keySet());
    assertThat(scrape.labels().keySet()).containsAll(names);
  }

  private Map<String, Set<String>> labelsByMetric() {
    var labels = scrape.labels();
    return scrape.types().keySet().stream()
        .collect(Collectors.toMap(name -> name, name -> labels.containsKey(name) ? labels.get(name) : labels.get(name + "_count")));
  }

  private static Stream<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results();
  }

  private static Set<String> words(String cell) {
    return WORD.matcher(cell).results().map(word -> word.group(1)).collect(Collectors.toCollection(TreeSet::new));
  }
}
