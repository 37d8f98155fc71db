package dev.hotspotter.observe;

import dev.hotspotter.api.Hottest;
import dev.hotspotter.api.WaitCause;
import dev.hotspotter.report.comparison.Verdict;
import java.util.Optional;
import java.util.Set;

/** The outcome of a merge; members are the keys of the targets with a recording. */
public sealed interface MergeOutcome {

  Set<String> members();

  /**
   * The merged files and the report are stored. hottest is null without an application frame;
   * comparison is empty without a baseline.
   */
  record Merged(Set<String> members, Hottest hottest, Optional<Verdict> comparison)
      implements MergeOutcome {}

  /** The merge failed for good; reason and message say why. */
  record Failed(Set<String> members, String reason, String message) implements MergeOutcome {}

  /** The merge is tried again later. */
  record Postponed(Set<String> members, WaitCause cause) implements MergeOutcome {}
}
