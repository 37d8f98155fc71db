package dev.hotspotter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The committed page with this run's table of options; nothing in it differs between runs. */
final class OptionsPage {

  private static final Path WRITTEN = Path.of("target", "compatibility.md");
  private static final String BEGIN = "<!-- OptionsE2E writes what follows -->\n";
  private static final String END = "<!-- OptionsE2E wrote what precedes -->\n";

  /** The JDKs as they call themselves. */
  private final Map<Integer, String> versions;

  private final Map<Option, List<String>> cells = new LinkedHashMap<>();

  OptionsPage(Map<Integer, String> versions) {
    this.versions = new TreeMap<>(versions);
  }

  /** JDKs in ascending order. */
  void add(Option option, boolean isHeeded) {
    cells.computeIfAbsent(option, o -> new ArrayList<>()).add(isHeeded ? option.cell() : "no");
  }

  Path write() throws IOException {
    var committed = Files.readString(CompatibilityPage.COMMITTED);
    var before = committed.substring(0, committed.indexOf(BEGIN) + BEGIN.length());
    var after = committed.substring(committed.indexOf(END));
    return Files.writeString(WRITTEN, before + "\n" + table() + "\n" + after);
  }

  private String table() {
    var table = new StringBuilder(line("option", versions.values())
        + line("---", versions.values().stream().map(v -> "---").toList()));
    cells.forEach((option, row) -> table.append(line(option.name(), row)));
    return table.toString();
  }

  private static String line(String first, Iterable<String> others) {
    return "| " + first + " | " + String.join(" | ", others) + " |\n";
  }
}
