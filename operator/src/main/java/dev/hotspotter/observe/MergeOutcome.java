package dev.hotspotter.observe;

import dev.hotspotter.report.comparison.Verdict;
import java.util.Optional;
import java.util.Set;

/** What became of merging the graphs of all targets that have a recording; members are these targets' keys. */
public sealed interface MergeOutcome {

  Set<String> members();

  /**
   * The graphs and the report over all targets are stored; hottest is null where no application frame was seen, comparison is
   * empty where none was asked for.
   */
  record Merged(Set<String> members, String hottest, Optional<Verdict> comparison)
      implements MergeOutcome {}

  /** There will be no report; reason and message say why. */
  record Failed(Set<String> members, String reason, String message) implements MergeOutcome {}

  /** There is no report yet. */
  record Postponed(Set<String> members, WaitCause cause) implements MergeOutcome {}
}
