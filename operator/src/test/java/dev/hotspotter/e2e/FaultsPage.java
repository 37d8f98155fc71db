package dev.hotspotter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The committed page with the rows of a run of the whole form in place of its own. */
final class FaultsPage {

  static final Path COMMITTED = Cluster.REPOSITORY.resolve("docs/reference/faults.md");

  private static final Path WRITTEN = Path.of("target", "faults.md");
  private static final String BEGIN = "<!-- FaultsE2E writes what follows -->\n";
  private static final String END = "<!-- FaultsE2E wrote what precedes -->\n";

  private final String text;

  FaultsPage(String text) {
    this.text = text;
  }

  /** The page as it is, or as an earlier part of the whole form wrote it. */
  static FaultsPage latest() throws IOException {
    return new FaultsPage(Files.readString(Files.exists(WRITTEN) ? WRITTEN : COMMITTED));
  }

  /** The cells of each row, by the fault. */
  Map<String, List<String>> rows() {
    var table = text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
    return table
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(2)
        .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toList())
        .collect(Collectors.toMap(
            cells -> cells.get(1),
            cells -> cells.subList(2, cells.size() - 1),
            (first, second) -> second,
            LinkedHashMap::new));
  }

  /** The page with the rows of these faults, in this order; new ones in place of old ones. */
  String with(List<String> faults, Map<String, List<String>> results) {
    var rows = rows();
    rows.putAll(results);
    var before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
    var after = text.substring(text.indexOf(END));
    var lines = faults.stream()
        .filter(rows::containsKey)
        .map(fault -> line(fault, rows.get(fault)))
        .collect(Collectors.joining());
    return before
        + "\n"
        + line("fault", List.of("times", "targets", "lost", "harmed"))
        + line("---", List.of("---:", "---", "---", "---"))
        + lines
        + "\n"
        + after;
  }

  void write(List<String> faults, Map<String, List<String>> results) throws IOException {
    Files.writeString(WRITTEN, with(faults, results));
  }

  private static String line(String fault, List<String> cells) {
    return "| " + fault + " | " + String.join(" | ", cells) + " |\n";
  }
}
