package dev.hotspotter.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The operator's reasons, the sidecar's and the page about them say the same. */
class ReasonsTest {

  private static final Path PAGE = Path.of("..", "docs", "reference", "reasons.md");
  private static final Path OF_THE_SIDECAR =
      Path.of("..", "sidecar", "internal", "report", "reasons.go");

  @Test
  void every_reason_has_one_row_in_the_page_and_no_other_has_one() throws IOException {
    var documented = words(PAGE, "(?m)^\\| `(\\w+)` \\|");

    assertThat(documented).doesNotHaveDuplicates();
    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(ofTheOperator().stream(), ofTheSidecar().stream())
                .collect(Collectors.toSet()));
  }

  @Test
  void every_row_says_what_it_means_and_what_to_do() throws IOException {
    var rows =
        Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| `")).toList();

    assertThat(rows)
        .isNotEmpty()
        .allSatisfy(
            row -> assertThat(row.split(" \\| ?")).as(row).hasSize(3).noneMatch(String::isBlank));
  }

  @Test
  void a_target_can_fail_with_each_reason_of_the_sidecar_but_its_success() throws IOException {
    var failures = ofTheSidecar().stream()
        .filter(reason -> !reason.equals(Reasons.RECORDED))
        .toList();

    assertThat(Reasons.OF_FAILED_TARGETS).containsAll(failures).doesNotContain(Reasons.RECORDED);
  }

  @Test
  void no_reason_is_ascribed_to_the_sidecar_that_it_does_not_have() throws IOException {
    assertThat(Reasons.OF_FAILED_TARGETS)
        .filteredOn(reason -> !ofTheOperator().contains(reason))
        .isNotEmpty()
        .isSubsetOf(ofTheSidecar());
  }

  private static Set<String> ofTheOperator() {
    return Arrays.stream(Reasons.class.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
        .map(field -> {
          try {
            return (String) field.get(null);
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        })
        .collect(Collectors.toSet());
  }

  private static List<String> ofTheSidecar() throws IOException {
    var reasons = words(OF_THE_SIDECAR, "Reason = \"(\\w+)\"");
    assertThat(reasons).contains("Recorded", "NoJvmFound");
    return reasons;
  }

  private static List<String> words(Path file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
