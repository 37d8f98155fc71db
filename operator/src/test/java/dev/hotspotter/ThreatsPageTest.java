package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about security names a test for each threat, and each of these tests exists. */
class ThreatsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "explanation", "security.md");
  private static final List<Path> TESTS = List.of(
      Path.of("src", "test", "java"),
      Path.of("..", "charts"),
      Path.of("..", "sidecar"),
      Path.of("..", ".ci"));
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  @Test
  void each_threat_has_a_test_that_exists() throws IOException {
    var page = Files.readString(PAGE);
    var rows = page.substring(page.indexOf("## Threats"))
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(2)
        .toList();
    var existing = existing();

    assertThat(rows).hasSizeGreaterThan(10).allSatisfy(row -> {
      var cells = row.split("\\|");
      assertThat(cells).as(row).hasSize(4);
      var tests = NAME.matcher(cells[3])
          .results()
          .map((MatchResult name) -> name.group(1))
          .toList();
      assertThat(tests).as(row).isNotEmpty();
      assertThat(existing).containsAll(tests);
    });
  }

  /** Classes by their names, other files by theirs. */
  private static Set<String> existing() throws IOException {
    var names = Stream.<String>builder();
    for (var folder : TESTS) {
      try (var files = Files.walk(folder)) {
        files
            .map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
            .forEach(names::add);
      }
    }
    return names.build().collect(Collectors.toSet());
  }
}
