package dev.hotspotter.select;

import dev.hotspotter.api.Ineligible;
import dev.hotspotter.api.RecordingStatus;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What came of choosing a job's targets.
 *
 * @param matched pods that the job's target names
 * @param eligible those of them that can be profiled
 * @param pods those of them that were chosen
 * @param targets one pending entry for each of their containers that are to be recorded
 * @param ineligible the others, by reason
 * @param seed of the random choice; null if there was none
 * @param selector the pods' labels; null if they were named
 * @param byDefault nobody said how many, and there are more
 */
public record Selection(
    int matched,
    int eligible,
    int pods,
    List<RecordingStatus> targets,
    List<Ineligible> ineligible,
    Long seed,
    String selector,
    boolean byDefault) {

  /** For example "10 of 500 selected at random with seed 42; 3 not eligible: PodNotReady". */
  public String summary() {
    var how = seed == null ? "" : " at random with seed " + seed;
    var others = ineligible.stream().map(Ineligible::reason).collect(Collectors.joining(", "));
    var left = ineligible.isEmpty()
        ? ""
        : "; %d not eligible: %s"
            .formatted(ineligible.stream().mapToInt(Ineligible::count).sum(), others);
    return "%d of %d selected%s%s%s"
        .formatted(
            pods,
            eligible,
            how,
            byDefault ? "; set target.sample to record another number" : "",
            left);
  }
}
