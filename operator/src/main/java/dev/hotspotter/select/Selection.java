package dev.hotspotter.select;

import dev.hotspotter.api.Ineligible;
import dev.hotspotter.api.RecordingStatus;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of choosing a job's targets.
 *
 * @param matched number of pods that match the job's target
 * @param eligible number of these that can be profiled
 * @param pods number of these that were chosen
 * @param targets one pending entry per container to record
 * @param ineligible the pods that cannot be profiled, by reason
 * @param seed of the random choice; null without one
 * @param selector the pods' labels; null if the job names the pods
 * @param byDefault true if the default size left out some pods
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

  /** A summary such as "10 of 500 selected at random with seed 42; 3 not eligible: PodNotReady". */
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
