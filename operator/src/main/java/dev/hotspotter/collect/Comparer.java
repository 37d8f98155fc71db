package dev.hotspotter.collect;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.BaselineChoice;
import dev.hotspotter.report.comparison.Comparison;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a job's stacks with those of its baseline. A faulty baseline never fails the job. */
public final class Comparer {

  private static final Logger LOG = LoggerFactory.getLogger(Comparer.class);

  private final Baselines baselines;
  private final ObjectStore store;
  private final long maxBytes;
  private final ApplicationCode code;

  /** Collapsed stacks larger than maxBytes are not read. */
  public Comparer(Baselines baselines, ObjectStore store, long maxBytes, ApplicationCode code) {
    this.baselines = baselines;
    this.store = store;
    this.maxBytes = maxBytes;
    this.code = code;
  }

  /** The comparison of one job, made event by event; empty if the job has no baseline. */
  final class Comparing {

    private final ProfileJob job;
    private final RenderFolder folder;
    private final Optional<Baselines.Baseline> baseline;
    private final Optional<Comparison> without;
    private final Map<String, Differences> events = new LinkedHashMap<>();

    private Comparing(ProfileJob job, RenderFolder folder) throws StoreException, IOException {
      this.job = job;
      this.folder = folder;
      var choice = Optional.ofNullable(job.getSpec().baseline()).map(ref -> baselines.choose(job));
      baseline = choice.isEmpty() ? Optional.empty() : baselines.find(choice.get(), job, folder);
      without = choice.map(BaselineChoice::unread);
    }

    void add(Event event, List<Path> collapsed)
        throws QuickLimitException, StoreException, IOException {
      if (baseline.isPresent()) {
        events.put(event.word(), differences(baseline.get(), event, collapsed));
      }
    }

    private Differences differences(Baselines.Baseline baseline, Event event, List<Path> collapsed)
        throws QuickLimitException, StoreException, IOException {
      var report = baseline.report();
      if (!report.spec().recording().types().contains(event)) {
        return Differences.none(
            Reasons.BASELINE_EVENT_MISSING,
            "the baseline did not record it; record the same events in both jobs");
      }
      var metadata = job.getMetadata();
      var title = "%s of %s/%s against %s, scaled to as many samples"
          .formatted(event.word(), metadata.getNamespace(), metadata.getName(), report.name());
      var keys = report.targets().stream()
          .map(target ->
              baseline.folder() + ObjectKeys.collapsed(target.pod(), target.container(), event))
          .toList();
      var html = folder.file("difference.html");
      var differences = EventComparison.run(
          () -> {
            var before = folder.fetchAll("baseline", keys, maxBytes, Long.MAX_VALUE);
            return new CompareEvent(event, before, collapsed, code, title, html);
          },
          folder,
          "the baseline's stacks cannot be read: %s; choose another baseline");
      if (differences.flameGraph() != null) {
        store.put(ObjectKeys.folder(job) + differences.flameGraph(), html, "text/html");
      } else if (differences.verdict().reason().equals(Reasons.BASELINE_UNREADABLE)) {
        LOG.warn(
            "{} of {} is not compared: {}",
            event.word(),
            metadata.getName(),
            differences.verdict().message());
      }
      return differences;
    }

    Optional<Comparison> result() {
      return baseline
          .map(earlier -> {
            var report = earlier.report();
            return Comparison.of(
                new Comparison.Baseline(
                    report.name(), report.uid(), report.startTime(), earlier.folder()),
                events);
          })
          .or(() -> without);
    }
  }

  Comparing begin(ProfileJob job, RenderFolder folder) throws StoreException, IOException {
    return new Comparing(job, folder);
  }
}
