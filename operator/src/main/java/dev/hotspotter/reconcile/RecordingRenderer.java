package dev.hotspotter.reconcile;

import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.render.FlameGraphs;
import dev.hotspotter.render.HotFrames;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.telemetry.OperatorMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One recording from the object store to its graphs, back in the object store. */
public final class RecordingRenderer {

  private static final Logger LOG = LoggerFactory.getLogger(RecordingRenderer.class);

  private final ObjectStore store;
  private final long maxBytes;
  private final OperatorMetrics metrics;

  /** Recordings larger than maxBytes are not read. */
  public RecordingRenderer(ObjectStore store, long maxBytes, OperatorMetrics metrics) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.metrics = metrics;
  }

  /** Empty when the store or the disk failed: try again later. */
  Optional<RenderOutcome> render(ProfileJob job, RecordingStatus target) {
    var start = System.nanoTime();
    try (var folder = new WorkFolder()) {
      var outcome = render(job, target, folder);
      metrics.rendered(Duration.ofNanos(System.nanoTime() - start));
      return Optional.of(outcome);
    } catch (StoreException | IOException e) {
      LOG.warn("rendering the recording of {} will be tried again: {}", target.pod(), e.getMessage());
      return Optional.empty();
    }
  }

  private RenderOutcome render(ProfileJob job, RecordingStatus target, WorkFolder folder) throws StoreException, IOException {
    var jfr = folder.file(ObjectKeys.RECORDING);
    var fetched = store.fetch(ObjectKeys.recording(job, target), jfr, maxBytes);
    long samples = 0;
    for (var event : job.getSpec().recording().events()) {
      try {
        samples += draw(job, target, event, jfr, folder);
      } catch (IOException | RuntimeException e) {
        LOG.warn("the recording of {} cannot be read", target.pod(), e);
        return new RenderOutcome.Failed(
            "the recording of %d bytes cannot be read as JFR: %s; download it and try the JDK's jfr summary"
                .formatted(fetched.bytes(), e));
      }
    }
    return new RenderOutcome.Rendered(fetched.bytes(), fetched.sha256(), samples);
  }

  private long draw(ProfileJob job, RecordingStatus target, Event event, Path jfr, WorkFolder folder)
      throws StoreException, IOException {
    var collapsed = folder.file(event.word() + ".collapsed");
    FlameGraphs.collapse(jfr, event, collapsed);
    var html = folder.file(event.word() + ".html");
    FlameGraphs.draw(List.of(collapsed), event, "%s of %s/%s".formatted(event.word(), target.pod(), target.container()), html);
    store.put(ObjectKeys.collapsed(job, target, event), collapsed, "text/plain");
    store.put(ObjectKeys.flameGraph(job, target, event), html, "text/html");
    return HotFrames.of(List.of(collapsed), event).samples();
  }
}
