package dev.hotspotter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The committed page with the tables of this run in place of its own; nothing in them differs from run to run. */
final class CompatibilityPage {

  static final Path COMMITTED = Cluster.REPOSITORY.resolve("docs/reference/compatibility.md");

  private static final Path WRITTEN = Path.of("target", "compatibility.md");
  private static final String BEGIN = "<!-- MatrixE2E writes what follows -->\n";
  private static final String END = "<!-- MatrixE2E wrote what precedes -->\n";

  /** The results of each case, by JDK, in the order of the cells. */
  private final Map<MatrixCase, Map<Jvm, String>> results = new LinkedHashMap<>();
  /** The JDKs as they call themselves. */
  private final Map<Jvm, String> versions = new LinkedHashMap<>();

  void add(MatrixCell cell, MatrixCell.Outcome outcome) {
    results
        .computeIfAbsent(cell.kind(), kind -> new LinkedHashMap<>())
        .put(cell.jvm(), outcome.result());
    outcome.java().ifPresent(version -> versions.put(cell.jvm(), version));
  }

  /** The lines that .ci/test repeats at its end. */
  void print() {
    print("JDK", versions.values());
    results.forEach((kind, result) -> print(kind.name(), cells(result)));
  }

  private static void print(String first, Collection<String> others) {
    System.out.printf(
        "matrix: %-54s %s%n",
        first,
        others.stream().map("%-19s"::formatted).collect(Collectors.joining()).stripTrailing());
  }

  Path write() throws IOException {
    var committed = Files.readString(COMMITTED);
    var before = committed.substring(0, committed.indexOf(BEGIN) + BEGIN.length());
    var after = committed.substring(committed.indexOf(END));
    return Files.writeString(WRITTEN, before + "\n" + profiled() + "\n" + refused() + "\n" + after);
  }

  private String profiled() {
    var titles = versions.keySet().stream().map(this::title).toList();
    var table = new StringBuilder(
        line("pod", titles) + line("---", titles.stream().map(v -> "---").toList()));
    results.forEach((kind, result) -> {
      if (kind.isProfiled()) {
        table.append(line(kind.name(), cells(result)));
      }
    });
    return table.toString();
  }

  private String refused() {
    var table = new StringBuilder(line("pod", List.of("reason", "what to do", "JDK"))
        + line("---", List.of("---", "---", "---")));
    results.forEach((kind, result) -> {
      if (!kind.isProfiled()) {
        table.append(line(kind.name(), List.of(reason(result), kind.fix(), jdks(kind, result))));
      }
    });
    return table.toString();
  }

  /** The version, unless only the feature's is pinned. */
  private String title(Jvm jvm) {
    return Jvm.TEMURIN.contains(jvm) ? versions.get(jvm) : jvm.title();
  }

  /** A dash for a JVM with which the case was not tried. */
  private List<String> cells(Map<Jvm, String> result) {
    return versions.keySet().stream().map(jvm -> result.getOrDefault(jvm, "–")).toList();
  }

  /** One word if all JDKs agree. */
  private static String reason(Map<Jvm, String> results) {
    var distinct = results.values().stream().distinct().toList();
    return distinct.size() == 1 ? "`%s`".formatted(distinct.getFirst()) : results.toString();
  }

  private static String jdks(MatrixCase kind, Map<Jvm, String> results) {
    return !kind.hasJvm()
        ? "none"
        : results.keySet().stream().map(Jvm::title).collect(Collectors.joining(", "));
  }

  private static String line(String first, Iterable<String> others) {
    return "| " + first + " | " + String.join(" | ", others) + " |\n";
  }
}
