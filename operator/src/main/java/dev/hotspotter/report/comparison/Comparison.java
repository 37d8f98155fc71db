package dev.hotspotter.report.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotspotter.api.Reasons;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The comparison of a job with its baseline.
 *
 * @param baseline the job compared with; null if there was none
 * @param events the differences by event; empty without a baseline
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Comparison(Verdict verdict, Baseline baseline, Map<String, Differences> events) {

  /**
   * An earlier job. Report is the path of its page below /jobs/, and of its folder in the object
   * store.
   */
  public record Baseline(String name, String uid, String startTime, String report) {}

  public static Comparison none(String reason, String message) {
    return new Comparison(new Verdict(reason, message), null, Map.of());
  }

  /** Compares all events with one baseline. */
  public static Comparison of(Baseline baseline, Map<String, Differences> events) {
    return new Comparison(
        new Verdict(reason(events), "against %s, %s".formatted(baseline.name(), sentences(events))),
        baseline,
        events);
  }

  /** The strongest verdict of all events. */
  private static String reason(Map<String, Differences> events) {
    var reasons =
        events.values().stream().map(event -> event.verdict().reason()).toList();
    return reasons.contains(Reasons.FRAMES_CHANGED)
        ? Reasons.FRAMES_CHANGED
        : reasons.contains(Reasons.NOTHING_CHANGED) ? Reasons.NOTHING_CHANGED : reasons.getFirst();
  }

  private static String sentences(Map<String, Differences> events) {
    return events.entrySet().stream()
        .map(event ->
            "%s: %s".formatted(event.getKey(), event.getValue().verdict().message()))
        .collect(Collectors.joining("; "));
  }
}
