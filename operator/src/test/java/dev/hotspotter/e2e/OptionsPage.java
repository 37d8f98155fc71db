package dev.hotspotter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The committed page with this run's tables of options; nothing in them differs between runs. */
final class OptionsPage {

  private static final Path WRITTEN = Path.of("target", "compatibility.md");
  private static final String BEGIN = "<!-- OptionsE2E writes what follows -->\n";
  private static final String END = "<!-- OptionsE2E wrote what precedes -->\n";

  private final List<String> tables = new ArrayList<>();

  /** Adds a table with a column for each JVM, and the cells of each option in that order. */
  void add(List<String> jvms, Map<String, List<String>> cells) {
    var table = new StringBuilder(
        line("option", jvms) + line("---", jvms.stream().map(jvm -> "---").toList()));
    cells.forEach((option, row) -> table.append(line(option, row)));
    tables.add(table.toString());
  }

  Path write() throws IOException {
    var committed = Files.readString(CompatibilityPage.COMMITTED);
    var before = committed.substring(0, committed.indexOf(BEGIN) + BEGIN.length());
    var after = committed.substring(committed.indexOf(END));
    return Files.writeString(WRITTEN, before + "\n" + String.join("\n", tables) + "\n" + after);
  }

  private static String line(String first, Iterable<String> others) {
    return "| " + first + " | " + String.join(" | ", others) + " |\n";
  }
}
