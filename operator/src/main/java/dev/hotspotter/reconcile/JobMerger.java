package dev.hotspotter.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.HotList;
import dev.hotspotter.plan.JobReport;
import dev.hotspotter.plan.MergeOutcome;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.render.FlameGraphs;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The collapsed stacks of a job's targets to one flame graph per event and the report, back in the object store. */
public final class JobMerger {

  private static final Logger LOG = LoggerFactory.getLogger(JobMerger.class);
  private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final ObjectStore store;
  private final long maxBytes;

  /** Collapsed stacks larger than maxBytes are not read. */
  public JobMerger(ObjectStore store, long maxBytes) {
    this.store = store;
    this.maxBytes = maxBytes;
  }

  /** Empty when the store or the disk failed: try again later. */
  Optional<MergeOutcome> merge(ProfileJob job, List<RecordingStatus> targets, Set<String> members) {
    try (var folder = new WorkFolder()) {
      var hot = new LinkedHashMap<String, HotList>();
      for (var event : job.getSpec().recording().events()) {
        hot.put(event.word(), merge(job, targets, event, folder));
      }
      var report = folder.file("report.json");
      JSON.writeValue(report.toFile(), JobReport.of(job, targets, hot));
      store.put(ObjectKeys.folder(job) + ObjectKeys.REPORT, report, "application/json");
      var first = hot.firstEntry().getValue().application();
      return Optional.of(new MergeOutcome(members, first.isEmpty() ? null : first.getFirst().headline(), null));
    } catch (StoreException | IOException e) {
      LOG.warn("merging will be tried again: {}", e.getMessage());
      return Optional.empty();
    } catch (RuntimeException e) {
      LOG.warn("merging failed", e);
      return Optional.of(new MergeOutcome(members, null, e.toString()));
    }
  }

  private HotList merge(ProfileJob job, List<RecordingStatus> targets, Event event, WorkFolder folder)
      throws StoreException, IOException {
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
    return HotFrames.of(all, event);
  }
}
