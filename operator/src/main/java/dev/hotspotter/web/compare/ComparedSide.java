package dev.hotspotter.web.compare;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.report.JobReport;
import dev.hotspotter.web.compare.Comparisons.Stacks;
import java.time.Instant;
import java.util.List;

/** A job, or one target of it, with its report. */
public record ComparedSide(CompareQuery.Side side, JobReport report, String version) {

  /** The links of the job's page lead to the others. */
  private static final int MOST_CHOICES = 200;

  /** The targets of this side; none if the job has no such target. */
  public List<JobReport.Target> targets() {
    return report.targets().stream()
        .filter(target -> side.pod() == null
            || target.pod().equals(side.pod()) && target.container().equals(side.container()))
        .toList();
  }

  List<Event> events() {
    return report.spec().recording().types();
  }

  Instant start() {
    return Instant.parse(report.startTime());
  }

  Stacks stacks(Event event) {
    var keys = targets().stream()
        .map(target -> ObjectKeys.collapsed(target.pod(), target.container(), event));
    return new Stacks(keys.map(key -> side.folder() + key).toList(), version);
  }

  /** The name in titles. */
  public String title() {
    return side.pod() == null ? report.name() : "%s, %s".formatted(report.name(), side.pod());
  }

  /** The targets of the same job, as an address names them. */
  public List<String> choices() {
    return report.targets().stream()
        .limit(MOST_CHOICES)
        .map(target ->
            new CompareQuery.Side(side.folder(), target.pod(), target.container()).value())
        .toList();
  }
}
