package dev.hotspotter.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Answers;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.Comparison;
import dev.hotspotter.plan.FrameCounts;
import dev.hotspotter.plan.HotList;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.Outlier;
import dev.hotspotter.plan.Snapshot;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.FlameGraphs;
import dev.hotspotter.render.FrameCounting;
import dev.hotspotter.render.HotFrames;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The collapsed stacks of a job's targets to one flame graph per event and the report, back in the object store. */
public final class JobMerger {

  private static final Logger LOG = LoggerFactory.getLogger(JobMerger.class);
  private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Stands among the targets' keys for the merge. */
  static final String KEY = "";

  private final ObjectStore store;
  private final long maxBytes;
  private final Attempts attempts;
  private final ApplicationCode code;
  private final Comparer comparer;

  /** Collapsed stacks larger than maxBytes are not read. */
  public JobMerger(ObjectStore store, long maxBytes, Attempts attempts, ApplicationCode code, Comparer comparer) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.attempts = attempts;
    this.code = code;
    this.comparer = comparer;
  }

  MergeOutcome merge(ProfileJob job, List<RecordingStatus> targets) {
    var members = targets.stream().map(Snapshot::key).collect(Collectors.toSet());
    try (var attempt = attempts.begin(job, KEY); var folder = new WorkFolder()) {
      return merge(job, targets, members, folder);
    } catch (BadRecordingException e) {
      LOG.warn("the recordings of {} cannot be merged", job.getMetadata().getName(), e);
      return new MergeOutcome.Failed(members, Reasons.RENDER_FAILED, e.getMessage());
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new MergeOutcome.Failed(members, Reasons.RENDER_FAILED, e.getMessage());
      }
      return new MergeOutcome.Postponed(members, Trouble.with(e, "merging the recordings of " + job.getMetadata().getName()));
    }
  }

  private MergeOutcome.Merged merge(ProfileJob job, List<RecordingStatus> targets, Set<String> members, WorkFolder folder)
      throws BadRecordingException, StoreException, IOException {
    var hot = new LinkedHashMap<String, HotList>();
    var outliers = new LinkedHashMap<String, List<Outlier>>();
    var comparing = comparer.begin(job, folder);
    for (var event : job.getSpec().recording().events()) {
      var collapsed = fetch(job, targets, event, folder);
      draw(job, event, collapsed, folder);
      var counts = FrameCounting.of(collapsed, event, code);
      hot.put(event.word(), HotFrames.of(counts, collapsed, event, code));
      outliers.put(event.word(), outliers(targets, event, counts, collapsed));
      comparing.add(event, counts, collapsed);
    }
    var report = folder.file("report.json");
    JSON.writeValue(report.toFile(), JobReport.of(job, targets, hot, outliers, answers(job, targets, folder), comparing.result()));
    store.put(ObjectKeys.folder(job) + ObjectKeys.REPORT, report, "application/json");
    return new MergeOutcome.Merged(members, headline(hot.firstEntry().getValue()), comparing.result().map(Comparison::verdict));
  }

  /** One target's at a time; an earlier version of the operator may have rendered some, without answers. */
  private Optional<Answers> answers(ProfileJob job, List<RecordingStatus> targets, WorkFolder folder) throws StoreException, IOException {
    Optional<Answers> all = Optional.empty();
    for (var target : Answers.areIn(job.getSpec().recording()) ? targets : List.<RecordingStatus>of()) {
      try {
        var file = folder.file("answers.json");
        store.fetch(ObjectKeys.answers(job, target), file, maxBytes);
        var answers = JSON.readValue(file.toFile(), Answers.class);
        all = Optional.of(all.map(sum -> sum.plus(answers)).orElse(answers));
      } catch (StoreException e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
    return all;
  }

  /** One target's counts at a time, against those of all without it; targets without samples are like none. */
  private List<Outlier> outliers(List<RecordingStatus> targets, Event event, FrameCounts fleet, List<Path> collapsed)
      throws BadRecordingException {
    var outliers = new ArrayList<Outlier>();
    for (int i = 0; i < targets.size(); i++) {
      var counts = FrameCounting.of(List.of(collapsed.get(i)), event, code);
      var others = fleet.without(counts);
      if (counts.samples() > 0 && others.samples() > 0) {
        outliers.add(Outlier.of(targets.get(i).pod(), targets.get(i).container(), counts, others));
      }
    }
    return Outlier.ranked(outliers);
  }

  private static String headline(HotList hot) {
    return hot.application().isEmpty() ? null : hot.application().getFirst().headline();
  }

  /** Over those of the event before, so that the disk holds one event's stacks at a time. */
  private List<Path> fetch(ProfileJob job, List<RecordingStatus> targets, Event event, WorkFolder folder)
      throws StoreException, IOException {
    var all = new ArrayList<Path>();
    for (var target : targets) {
      var collapsed = folder.file("%d.collapsed".formatted(all.size()));
      store.fetch(ObjectKeys.collapsed(job, target, event), collapsed, maxBytes);
      all.add(collapsed);
    }
    return all;
  }

  private void draw(ProfileJob job, Event event, List<Path> collapsed, WorkFolder folder)
      throws BadRecordingException, StoreException, IOException {
    var html = folder.file("merged.html");
    var title = "%s of %s/%s, targets: %d"
        .formatted(event.word(), job.getMetadata().getNamespace(), job.getMetadata().getName(), collapsed.size());
    FlameGraphs.draw(collapsed, event, title, html);
    store.put(ObjectKeys.mergedFlameGraph(job, event), html, "text/html");
  }
}
