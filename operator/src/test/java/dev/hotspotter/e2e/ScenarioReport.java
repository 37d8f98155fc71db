package dev.hotspotter.e2e;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.report.answers.HotList.HotFrame;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.report.comparison.ShareChange;
import java.util.List;
import java.util.Optional;

/** The report.json of a job over a scenario's pod; it names frames without their package. */
record ScenarioReport(JobReport json) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PACKAGE = "scenario.";

  static ScenarioReport of(Cluster cluster, ProfileJob job) throws Exception {
    return new ScenarioReport(JSON.readValue(
        cluster.text(job.getStatus().report() + "merged/report.json"), JobReport.class));
  }

  ProfileAnswers answers() {
    return json.answers();
  }

  /** The samples in the event's own unit. */
  long samples(String event) {
    return json.hot().get(event).samples();
  }

  /** Application frames of an event, hottest first. */
  List<String> application(String event) {
    return json.hot().get(event).application().stream()
        .map(frame -> frame.frame().replace(PACKAGE, ""))
        .toList();
  }

  List<String> self(String event) {
    return json.hot().get(event).self().stream().map(HotFrame::frame).toList();
  }

  /** An application frame's share of all samples, 0 to 100; 0 if the list lacks it. */
  double share(String event, String frame) {
    return applicationFrame(event, frame).map(HotFrame::percent).orElse(0.0);
  }

  /**
   * An application frame's share of all application frames, 0 to 100. The JVM's own threads, such
   * as compilers, depend on the machine.
   */
  double ownShare(String event, String frame) {
    var own = json.hot().get(event).application().stream()
        .mapToDouble(HotFrame::percent)
        .sum();
    return own == 0 ? 0 : 100 * share(event, frame) / own;
  }

  /** The share of an innermost frame, for alloc of a class. */
  double selfShare(String event, String frame) {
    return json.hot().get(event).self().stream()
        .filter(f -> f.frame().equals(frame))
        .findFirst()
        .map(HotFrame::percent)
        .orElse(0.0);
  }

  List<String> path(String event, String frame) {
    return applicationFrame(event, frame).map(HotFrame::path).orElse(List.of());
  }

  Differences differences(String event) {
    return json.comparison().events().get(event);
  }

  /** The change of an application frame, which has to be in the table. */
  ShareChange change(String event, String frame) {
    return differences(event).application().stream()
        .filter(change -> change.frame().equals(PACKAGE + frame))
        .findFirst()
        .orElseThrow(() -> new AssertionError(
            "%s is not among %s".formatted(frame, differences(event).application())));
  }

  private Optional<HotFrame> applicationFrame(String event, String frame) {
    return json.hot().get(event).application().stream()
        .filter(f -> f.frame().equals(PACKAGE + frame))
        .findFirst();
  }
}
