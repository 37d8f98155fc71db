package dev.hotspotter.collect;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.OutgrownException;
import dev.hotspotter.render.tasks.CompareEvent;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.comparison.BaselineChoice;
import dev.hotspotter.report.comparison.Comparison;
import dev.hotspotter.report.comparison.Differences;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a job's stacks with those of an earlier job. What is wrong with the earlier one never fails the job. */
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

  /** What one job found, event by event; empty where it is to be compared with nothing. */
  final class Comparing {

    private final ProfileJob job;
    private final RenderFolder folder;
    private final Optional<Baselines.Baseline> baseline;
    private final Optional<Comparison> without;
    private final Map<String, Differences> events = new LinkedHashMap<>();

    private Comparing(ProfileJob job, RenderFolder folder) throws StoreException, IOException {
      this.job = job;
      this.folder = folder;
      var choice = job.getSpec().baselineRef() == null ? null : baselines.choose(job);
      baseline = switch (choice) {
        case BaselineChoice.Existing existing -> baselines.find(existing, folder);
        case BaselineChoice.Deleted deleted -> baselines.find(deleted, job, folder);
        case BaselineChoice.None none -> Optional.empty();
        case null -> Optional.empty();
      };
      without = Optional.ofNullable(choice).map(BaselineChoice::unread);
    }

    void add(Event event, List<Path> collapsed) throws OutgrownException, StoreException, IOException {
      if (baseline.isPresent()) {
        events.put(event.word(), differences(job, baseline.get(), event, collapsed, folder));
      }
    }

    Optional<Comparison> result() {
      return baseline.map(earlier -> {
        var report = earlier.report();
        return Comparison.of(new Comparison.Baseline(report.name(), report.uid(), report.startTime(), earlier.folder()), events);
      }).or(() -> without);
    }
  }

  Comparing begin(ProfileJob job, RenderFolder folder) throws StoreException, IOException {
    return new Comparing(job, folder);
  }

  private Differences differences(ProfileJob job, Baselines.Baseline baseline, Event event, List<Path> collapsed, RenderFolder folder)
      throws OutgrownException, StoreException, IOException {
    if (!baseline.report().spec().recording().events().contains(event)) {
      return Differences.none(Reasons.BASELINE_EVENT_MISSING, "the baseline did not record it; record the same events in both jobs");
    }
    try {
      var title = "%s of %s/%s against %s, scaled to as many samples"
          .formatted(event.word(), job.getMetadata().getNamespace(), job.getMetadata().getName(), baseline.report().name());
      var task = new CompareEvent(
          event, fetch(baseline, event, folder), collapsed, code, title, folder.file("difference.html"));
      var differences = folder.run(task);
      if (differences.flameGraph() != null) {
        store.put(ObjectKeys.folder(job) + differences.flameGraph(), task.html(), "text/html");
      }
      return differences;
    } catch (BadRecordingException e) {
      LOG.warn("the baseline of {} cannot be read: {}", job.getMetadata().getName(), e.getMessage());
      return unreadable(e.getMessage());
    } catch (StoreException e) {
      if (e.isNotFound() || e.isTooLarge()) {
        return unreadable(e.getMessage());
      }
      throw e;
    }
  }

  private static Differences unreadable(String words) {
    return Differences.none(
        Reasons.BASELINE_UNREADABLE, "the baseline's stacks cannot be read: %s; choose another baseline".formatted(words));
  }

  private List<Path> fetch(Baselines.Baseline baseline, Event event, RenderFolder folder)
      throws BadRecordingException, OutgrownException, StoreException, IOException {
    var all = new ArrayList<Path>();
    for (var target : baseline.report().targets()) {
      var file = folder.file("baseline-%d.collapsed".formatted(all.size()));
      folder.fetch(baseline.folder() + ObjectKeys.collapsed(target.pod(), target.container(), event), file, maxBytes);
      all.add(file);
    }
    return all;
  }
}
