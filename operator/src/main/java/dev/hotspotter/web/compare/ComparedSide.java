package dev.hotspotter.web.compare;

import dev.hotspotter.api.Event;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.web.compare.Comparisons.Stacks;
import java.time.Instant;
import java.util.List;

/** A job, or one target of it, with what its report says. */
public record ComparedSide(CompareQuery.Side side, JobReport report, String version) {

  /** More of them can be reached by the links of the job's page. */
  private static final int MOST_CHOICES = 200;

  /** The targets that are meant; none if the job has not got the one that is asked for. */
  public List<JobReport.Target> targets() {
    return report.targets().stream()
        .filter(target -> side.pod() == null || target.pod().equals(side.pod()) && target.container().equals(side.container()))
        .toList();
  }

  List<Event> events() {
    return report.spec().recording().events();
  }

  Instant start() {
    return Instant.parse(report.startTime());
  }

  Stacks stacks(Event event) {
    return new Stacks(
        targets().stream().map(target -> side.folder() + ObjectKeys.collapsed(target.pod(), target.container(), event)).toList(), version);
  }

  /** What titles call it. */
  public String title() {
    return side.pod() == null ? report.name() : "%s, %s".formatted(report.name(), side.pod());
  }

  /** What else of the same job could be compared, as it stands in the address. */
  public List<String> choices() {
    return report.targets().stream()
        .limit(MOST_CHOICES)
        .map(target -> new CompareQuery.Side(side.folder(), target.pod(), target.container()).value())
        .toList();
  }
}
