package dev.hotspotter.select;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.Ineligible;
import dev.hotspotter.api.RecordingStatus;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of choosing a job's targets.
 *
 * @param matched number of pods that match the job's target
 * @param eligible number of these that can be profiled
 * @param pods number of these that were chosen
 * @param targets one pending entry per container to record
 * @param images one entry per image of these
 * @param waves the number of times that the longest recording fits in, one after the other
 * @param mostOnOneNode the most recordings that a node has at once
 * @param mebibytesOnOneNode the free memory that these need together
 * @param ineligible the pods that cannot be profiled, by reason
 * @param seed of the random choice; null without one
 * @param selector the pods' labels; null if the job names the pods
 * @param byDefault true if the default size left out some pods
 */
@RecordBuilder
public record Selection(
    int matched,
    int eligible,
    int pods,
    List<RecordingStatus> targets,
    List<ImageStatus> images,
    int waves,
    int mostOnOneNode,
    int mebibytesOnOneNode,
    List<Ineligible> ineligible,
    Long seed,
    String selector,
    boolean byDefault) {

  /**
   * A summary such as "10 of 500 selected at random with seed 42; 3 not eligible: PodNotReady; at
   * most 4 at a time on one node, which need 160 MiB of free memory".
   */
  public String summary() {
    var how = seed == null ? "" : " at random with seed " + seed;
    var others = ineligible.stream().map(Ineligible::reason).collect(Collectors.joining(", "));
    var left = ineligible.isEmpty()
        ? ""
        : "; %d not eligible: %s"
            .formatted(ineligible.stream().mapToInt(Ineligible::count).sum(), others);
    return "%d of %d selected%s%s%s; at most %d at a time on one node, which need %d MiB of free memory"
        .formatted(
            pods,
            eligible,
            how,
            byDefault ? "; set target.sample to record another number" : "",
            left,
            mostOnOneNode,
            mebibytesOnOneNode);
  }
}
