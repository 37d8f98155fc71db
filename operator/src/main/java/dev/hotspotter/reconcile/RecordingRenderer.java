package dev.hotspotter.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.Event;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.Answers;
import dev.hotspotter.plan.ApplicationCode;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.RenderOutcome;
import dev.hotspotter.plan.Snapshot;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.FlameGraphs;
import dev.hotspotter.render.FrameCounting;
import dev.hotspotter.render.RecordingAnswers;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.telemetry.OperatorMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One recording from the object store to its graphs, back in the object store. */
public final class RecordingRenderer {

  private static final Logger LOG = LoggerFactory.getLogger(RecordingRenderer.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Whose the frames are does not matter for their number. */
  private static final ApplicationCode ANY_CODE = new ApplicationCode(List.of(), List.of());

  private final ObjectStore store;
  private final long maxBytes;
  private final Attempts attempts;
  private final ApplicationCode code;
  private final OperatorMetrics metrics;

  /** Recordings larger than maxBytes are not read. */
  public RecordingRenderer(ObjectStore store, long maxBytes, Attempts attempts, ApplicationCode code, OperatorMetrics metrics) {
    this.store = store;
    this.maxBytes = maxBytes;
    this.attempts = attempts;
    this.code = code;
    this.metrics = metrics;
  }

  RenderOutcome render(ProfileJob job, RecordingStatus target) {
    var start = System.nanoTime();
    try (var attempt = attempts.begin(job, Snapshot.key(target)); var folder = new WorkFolder()) {
      var outcome = render(job, target, folder);
      metrics.rendered(Duration.ofNanos(System.nanoTime() - start));
      return outcome;
    } catch (BadRecordingException e) {
      LOG.warn("the recording of {} cannot be rendered", target.pod(), e);
      return new RenderOutcome.Failed(e.getMessage());
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new RenderOutcome.Failed(e.getMessage());
      }
      return new RenderOutcome.Postponed(Trouble.with(e, "rendering the recording of pod " + target.pod()));
    }
  }

  private RenderOutcome render(ProfileJob job, RecordingStatus target, WorkFolder folder)
      throws BadRecordingException, StoreException, IOException {
    var jfr = folder.file(ObjectKeys.RECORDING);
    var fetched = store.fetch(ObjectKeys.recording(job, target), jfr, maxBytes);
    var threads = Boolean.TRUE.equals(job.getSpec().recording().threads());
    long samples = 0;
    for (var event : job.getSpec().recording().events()) {
      try {
        samples += draw(target, event, threads, jfr, folder);
      } catch (BadRecordingException e) {
        LOG.warn("the recording of {} cannot be read", target.pod(), e);
        return new RenderOutcome.Failed(
            "the recording of %d bytes cannot be read as JFR: %s; download it and try the JDK's jfr summary"
                .formatted(fetched.bytes(), e.getMessage()));
      }
      store.put(ObjectKeys.collapsed(job, target, event), collapsed(folder, event), "text/plain");
      store.put(ObjectKeys.flameGraph(job, target, event), html(folder, event), "text/html");
    }
    if (Answers.areIn(job.getSpec().recording())) {
      var answers = folder.file("answers.json");
      JSON.writeValue(answers.toFile(), RecordingAnswers.of(jfr, job.getSpec().recording(), code));
      store.put(ObjectKeys.answers(job, target), answers, "application/json");
    }
    return new RenderOutcome.Rendered(fetched.bytes(), fetched.sha256(), samples);
  }

  private static long draw(RecordingStatus target, Event event, boolean threads, Path jfr, WorkFolder folder)
      throws BadRecordingException, IOException {
    var collapsed = collapsed(folder, event);
    FlameGraphs.collapse(jfr, event, threads, collapsed);
    var title = "%s of %s/%s".formatted(event.word(), target.pod(), target.container());
    FlameGraphs.draw(List.of(collapsed), event, title, html(folder, event));
    return FrameCounting.of(List.of(collapsed), event, ANY_CODE).samples();
  }

  private static Path collapsed(WorkFolder folder, Event event) {
    return folder.file(event.word() + ".collapsed");
  }

  private static Path html(WorkFolder folder, Event event) {
    return folder.file(event.word() + ".html");
  }
}
