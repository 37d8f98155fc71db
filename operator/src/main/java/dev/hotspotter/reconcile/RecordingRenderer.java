package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Answers;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.JobFiles;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.RenderRecording;
import dev.hotspotter.render.Renderer;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.telemetry.OperatorMetrics;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One recording from the object store to its graphs, back in the object store. */
public final class RecordingRenderer {

  private static final Logger LOG = LoggerFactory.getLogger(RecordingRenderer.class);

  private final ObjectStore store;
  private final long maxBytes;
  private final Renderer renderer;
  private final ApplicationCode code;
  private final OperatorMetrics metrics;

  /** Recordings larger than maxBytes are not read. */
  public RecordingRenderer(ObjectStore store, long maxBytes, Renderer renderer, ApplicationCode code, OperatorMetrics metrics) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.renderer = renderer;
    this.code = code;
    this.metrics = metrics;
  }

  RenderOutcome render(ProfileJob job, RecordingStatus target) {
    var start = System.nanoTime();
    try (var folder = new WorkFolder()) {
      var outcome = render(job, target, folder);
      metrics.rendered(Duration.ofNanos(System.nanoTime() - start));
      return outcome;
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new RenderOutcome.Failed(e.getMessage());
      }
      return new RenderOutcome.Postponed(Trouble.with(e, "rendering the recording of pod " + target.pod()));
    }
  }

  private RenderOutcome render(ProfileJob job, RecordingStatus target, WorkFolder folder) throws StoreException, IOException {
    var jfr = folder.file(ObjectKeys.RECORDING);
    var fetched = store.fetch(ObjectKeys.recording(job, target), jfr, maxBytes);
    var title = "%s/%s".formatted(target.pod(), target.container());
    var task = new RenderRecording(jfr, job.getSpec().recording(), JobFiles.ofTargets(job), code, title, folder.path());
    RenderRecording.Done done;
    try {
      done = renderer.run(task);
    } catch (BadRecordingException e) {
      LOG.warn("the recording of {} cannot be rendered: {}", target.pod(), e.getMessage());
      return new RenderOutcome.Failed(
          "the recording of %d bytes cannot be rendered: %s; download it and try the JDK's jfr summary"
              .formatted(fetched.bytes(), e.getMessage()));
    }
    for (var event : job.getSpec().recording().events()) {
      for (var format : JobFiles.ofTargets(job)) {
        store.put(ObjectKeys.folder(job) + ObjectKeys.below(target, event, format), task.file(event, format), format.contentType());
      }
    }
    if (Answers.areIn(job.getSpec().recording())) {
      store.put(ObjectKeys.answers(job, target), task.answers(), "application/json");
    }
    return new RenderOutcome.Rendered(fetched.bytes(), fetched.sha256(), done.samples());
  }
}
