package dev.hotspotter.e2e;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The results of all injections, a row for each fault. */
final class FaultTable {

  private final Map<String, Row> rows = new LinkedHashMap<>();

  /** The sum over the injections of a fault. */
  static final class Row {
    private int times;
    private long succeeded;
    private long deletedJobs;
    private final Map<String, Integer> failures = new TreeMap<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> harmed = new ArrayList<>();

    private void add(FaultJudge judge) {
      times++;
      succeeded += judge.succeeded();
      deletedJobs += judge.deletedJobs();
      judge.failures().forEach(reason -> failures.merge(reason, 1, Integer::sum));
      lost.addAll(judge.lost());
      harmed.addAll(judge.harmed());
    }

    private int failed() {
      return failures.values().stream().mapToInt(Integer::intValue).sum();
    }

    private String outcome() {
      var reasons = failures.entrySet().stream()
          .map(entry -> "%s %d".formatted(entry.getKey(), entry.getValue()))
          .collect(Collectors.joining(", ", " (", ")"));
      return "%d succeeded, %d failed%s%s"
          .formatted(
              succeeded,
              failed(),
              failures.isEmpty() ? "" : reasons,
              deletedJobs == 0 ? "" : ", deleted jobs: %d".formatted(deletedJobs));
    }

    private List<String> cells() {
      return List.of(
          Integer.toString(times), outcome(), String.join("; ", lost), String.join("; ", harmed));
    }
  }

  /** A fault that was not injected, such as after an earlier one that never ended, is a loss. */
  void add(Fault fault, FaultJudge judge) {
    row(fault).add(judge);
  }

  void addFailure(Fault fault, String words) {
    row(fault).lost.add(words);
  }

  private Row row(Fault fault) {
    return rows.computeIfAbsent(fault.name(), name -> new Row());
  }

  /** Everything in the last two columns. */
  List<String> complaints() {
    return rows.entrySet().stream()
        .flatMap(row -> {
          var words = new ArrayList<String>();
          row.getValue().lost.forEach(lost -> words.add(row.getKey() + ": lost: " + lost));
          row.getValue().harmed.forEach(harmed -> words.add(row.getKey() + ": harmed: " + harmed));
          return words.stream();
        })
        .toList();
  }

  /** The cells of each row, by the fault's name. */
  Map<String, List<String>> cells() {
    var cells = new LinkedHashMap<String, List<String>>();
    rows.forEach((name, row) -> cells.put(name, row.cells()));
    return cells;
  }

  /** The sum in one line, which .ci/test repeats at its end. */
  String summary() {
    var all = rows.values();
    return "faults: %d faults injected %d times: %d targets succeeded, %d failed, %d lost, %d harmed"
        .formatted(
            all.size(),
            all.stream().mapToInt(row -> row.times).sum(),
            all.stream().mapToLong(row -> row.succeeded).sum(),
            all.stream().mapToInt(Row::failed).sum(),
            all.stream().mapToInt(row -> row.lost.size()).sum(),
            all.stream().mapToInt(row -> row.harmed.size()).sum());
  }

  /** The whole table for a terminal. */
  String text() {
    return cells().entrySet().stream()
            .map(row -> "%-38s %3sx  %s%s%s"
                .formatted(
                    row.getKey(),
                    row.getValue().get(0),
                    row.getValue().get(1),
                    said("  LOST: ", row.getValue().get(2)),
                    said("  HARMED: ", row.getValue().get(3))))
            .collect(Collectors.joining("\n"))
        + "\n"
        + summary();
  }

  private static String said(String label, String words) {
    return words.isEmpty() ? "" : label + words;
  }
}
