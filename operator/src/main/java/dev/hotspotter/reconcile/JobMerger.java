package dev.hotspotter.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.Reasons;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.HotList;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.ObjectKeys;
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

  /** Collapsed stacks larger than maxBytes are not read. */
  public JobMerger(ObjectStore store, long maxBytes, Attempts attempts, ApplicationCode code) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.attempts = attempts;
    this.code = code;
  }

  MergeOutcome merge(ProfileJob job, List<RecordingStatus> targets) {
    var members = targets.stream().map(Snapshot::key).collect(Collectors.toSet());
    try (var attempt = attempts.begin(job, KEY); var folder = new WorkFolder()) {
      return new MergeOutcome.Merged(members, merge(job, targets, folder));
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

  /** The headline of the first event. */
  private String merge(ProfileJob job, List<RecordingStatus> targets, WorkFolder folder)
      throws BadRecordingException, StoreException, IOException {
    var hot = new LinkedHashMap<String, HotList>();
    for (var event : job.getSpec().recording().events()) {
      hot.put(event.word(), merge(job, targets, event, folder));
    }
    var report = folder.file("report.json");
    JSON.writeValue(report.toFile(), JobReport.of(job, targets, hot));
    store.put(ObjectKeys.folder(job) + ObjectKeys.REPORT, report, "application/json");
    var first = hot.firstEntry().getValue().application();
    return first.isEmpty() ? null : first.getFirst().headline();
  }

  private HotList merge(ProfileJob job, List<RecordingStatus> targets, Event event, WorkFolder folder)
      throws BadRecordingException, StoreException, IOException {
    var all = new ArrayList<Path>();
    for (var target : targets) {
      var collapsed = folder.file("%d.%s.collapsed".formatted(all.size(), event.word()));
      store.fetch(ObjectKeys.collapsed(job, target, event), collapsed, maxBytes);
      all.add(collapsed);
    }
    var html = folder.file(event.word() + ".html");
    var title = "%s of %s/%s, targets: %d"
        .formatted(event.word(), job.getMetadata().getNamespace(), job.getMetadata().getName(), targets.size());
    FlameGraphs.draw(all, event, title, html);
    store.put(ObjectKeys.mergedFlameGraph(job, event), html, "text/html");
    return HotFrames.of(FrameCounting.of(all, event, code), all, event, code);
  }
}
