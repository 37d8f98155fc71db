package dev.hotspotter.report.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.layout.ObjectKeys;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences of one event between a job and its baseline.
 *
 * @param flameGraph path of the differential flame graph below the job's folder; like all that
 *     follow, null if nothing could be compared
 * @param baselineSamples all samples of the baseline, in the event's unit
 * @param self as in the hot list
 * @param application as in the hot list
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Differences(
    Verdict verdict,
    String flameGraph,
    Long baselineSamples,
    Long samples,
    List<ShareChange> self,
    List<ShareChange> application) {

  /** The number of frames that a message names. */
  private static final int NAMED = 3;

  /** Requires samples in both. */
  public static Differences between(FrameCounts baseline, FrameCounts counts, Event event) {
    var self = ShareChange.between(baseline, baseline.self(), counts, counts.self());
    var application =
        ShareChange.between(baseline, baseline.application(), counts, counts.application());
    return new Differences(
        verdict(self, application),
        ObjectKeys.differentialFlameGraph(event),
        baseline.samples(),
        counts.samples(),
        self,
        application);
  }

  /** The result if there is nothing to compare. */
  public static Differences none(String reason, String message) {
    return new Differences(new Verdict(reason, message), null, null, null, null, null);
  }

  private static Verdict verdict(List<ShareChange> self, List<ShareChange> application) {
    var changed = changed(application).isEmpty() ? changed(self) : changed(application);
    if (changed.isEmpty()) {
      return new Verdict(
          Reasons.NOTHING_CHANGED, "no frame's share changed by more than the sampling error");
    }
    var rest = changed.size() > NAMED
        ? Stream.of("and %d more changed".formatted(changed.size() - NAMED))
        : Stream.<String>empty();
    return new Verdict(
        Reasons.FRAMES_CHANGED,
        Stream.concat(changed.stream().limit(NAMED).map(ShareChange::words), rest)
            .collect(Collectors.joining(", ")));
  }

  private static List<ShareChange> changed(List<ShareChange> all) {
    return all.stream().filter(ShareChange::changed).toList();
  }
}
