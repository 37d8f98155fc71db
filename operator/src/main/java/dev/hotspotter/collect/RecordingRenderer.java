package dev.hotspotter.collect;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.FilePaths;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.observe.RenderOutcome;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.RenderLimitException;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.report.answers.ProfileAnswers;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.telemetry.OperatorMetrics;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches one recording from the object store, renders it, and stores the results. */
public final class RecordingRenderer {

  private static final Logger LOG = LoggerFactory.getLogger(RecordingRenderer.class);

  private final ObjectStore store;
  private final long maxBytes;
  private final Attempts attempts;
  private final ApplicationCode code;
  private final OperatorMetrics metrics;

  /** Recordings larger than maxBytes are not read. */
  public RecordingRenderer(
      ObjectStore store,
      long maxBytes,
      Attempts attempts,
      ApplicationCode code,
      OperatorMetrics metrics) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.attempts = attempts;
    this.code = code;
    this.metrics = metrics;
  }

  RenderOutcome render(ProfileJob job, RecordingStatus target, Renderer renderer)
      throws QuickLimitException {
    var start = System.nanoTime();
    try (var folder = new RenderFolder(store, renderer)) {
      var outcome = render(job, target, folder);
      metrics.rendered(Duration.ofNanos(System.nanoTime() - start));
      return outcome;
    } catch (BadRecordingException e) {
      LOG.warn("the recording of {} cannot be rendered: {}", target.pod(), e.getMessage());
      return new RenderOutcome.Failed(
          "the recording cannot be rendered: %s%s".formatted(e.getMessage(), advice(e)));
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new RenderOutcome.Failed(e.getMessage());
      }
      return new RenderOutcome.Postponed(
          WaitCauses.of(e, "rendering the recording of pod " + target.pod()));
    }
  }

  private static String advice(BadRecordingException e) {
    return e instanceof RenderLimitException
        ? ""
        : "; download it and read it with the JDK's jfr summary";
  }

  private RenderOutcome render(ProfileJob job, RecordingStatus target, RenderFolder folder)
      throws StoreException, IOException, BadRecordingException, QuickLimitException {
    var attempt = attempts.begin(ObjectKeys.folder(job) + ObjectKeys.below(target, ""), folder);
    var jfr = folder.file(ObjectKeys.RECORDING);
    var fetched = folder.fetch(ObjectKeys.recording(job, target), jfr, maxBytes);
    if (!attempt.isAllowed()) {
      return new RenderOutcome.Failed("the recording of %d bytes is not rendered: %s"
          .formatted(fetched.bytes(), Attempts.words()));
    }
    var title = "%s/%s".formatted(target.pod(), target.container());
    var task = new RenderRecording(
        jfr, job.getSpec().recording(), FilePaths.ofTargets(job), code, title, folder.path());
    var done = folder.run(task);
    for (var event : job.getSpec().recording().types()) {
      for (var format : FilePaths.ofTargets(job)) {
        store.put(
            ObjectKeys.folder(job) + ObjectKeys.below(target, event, format),
            task.file(event, format),
            format.contentType());
      }
    }
    if (ProfileAnswers.areIn(job.getSpec().recording())) {
      store.put(ObjectKeys.answers(job, target), task.answers(), "application/json");
    }
    return new RenderOutcome.Rendered(
        fetched.bytes(), fetched.sha256(), done.samples(), done.profiler(), done.inlined());
  }
}
