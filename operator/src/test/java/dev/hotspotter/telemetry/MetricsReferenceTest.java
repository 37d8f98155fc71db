package dev.hotspotter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about metrics tells of each one that the operator has, and of no other. */
class MetricsReferenceTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(hotspotter_\\w+)` \\| ");
  private static final Pattern NAME = Pattern.compile("hotspotter_\\w*[a-z]\\b");

  private final SampleScrape scrape = new SampleScrape();

  @Test
  void the_committed_tables_are_what_the_operator_serves() throws IOException {
    var page = Files.readString(GenerateMetricsPage.COMMITTED);

    assertThat(page)
        .as("run make generate and commit docs/reference/")
        .isEqualTo(new GenerateMetricsPage().renewed(page));
  }

  @Test
  void every_metric_is_in_one_table() throws IOException {
    var rows = ROW.matcher(Files.readString(GenerateMetricsPage.COMMITTED))
        .results()
        .map(row -> row.group(1));

    assertThat(rows).containsExactlyInAnyOrderElementsOf(scrape.types().keySet());
  }

  @Test
  void nothing_on_the_page_names_a_metric_that_there_is_not() throws IOException {
    var names = NAME.matcher(Files.readString(GenerateMetricsPage.COMMITTED))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());

    names.removeAll(scrape.types().keySet());
    assertThat(scrape.labels().keySet()).containsAll(names);
  }
}
