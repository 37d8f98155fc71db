package dev.hotspotter.pyroscope;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.collect.WaitCauses;
import dev.hotspotter.collect.WorkFolder;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a recording from the object store to Pyroscope, through a temporary file, because it may be
 * larger than the memory.
 */
public record RecordingPusher(ObjectStore store, long maxBytes, PyroscopeClient pyroscope)
    implements BiFunction<ProfileJob, RecordingStatus, PushOutcome> {

  private static final Logger LOG = LoggerFactory.getLogger(RecordingPusher.class);

  @Override
  public PushOutcome apply(ProfileJob job, RecordingStatus target) {
    try (var folder = new WorkFolder()) {
      if (isSent(job, target)) {
        return new PushOutcome.Sent();
      }
      var jfr = folder.file(ObjectKeys.RECORDING);
      store.fetch(ObjectKeys.recording(job, target), jfr, maxBytes);
      var outcome = pyroscope.send(PushRequest.of(job, target), jfr);
      if (outcome instanceof PushOutcome.Sent) {
        markSent(job, target);
      }
      return outcome;
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return new PushOutcome.Refused(
            "the recording is no longer in the object store; create a new ProfileJob");
      }
      return e.isTooLarge() ? new PushOutcome.Refused(e.getMessage()) : postponed(e, target);
    } catch (IOException | RuntimeException e) {
      return postponed(e, target);
    }
  }

  private static PushOutcome postponed(Exception e, RecordingStatus target) {
    return new PushOutcome.Postponed(
        WaitCauses.of(e, "sending the recording of pod " + target.pod()).message());
  }

  private boolean isSent(ProfileJob job, RecordingStatus target) throws StoreException {
    try {
      store.stat(ObjectKeys.sent(job, target));
      return true;
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return false;
      }
      throw e;
    }
  }

  /** The next operator reads the mark, if this one ends before the job's recordings are settled. */
  private void markSent(ProfileJob job, RecordingStatus target) {
    try {
      store.put(ObjectKeys.sent(job, target), new byte[0], "application/octet-stream");
    } catch (StoreException e) {
      LOG.warn(
          "the recording of pod {} is in Pyroscope, but the object store cannot note that: {}",
          target.pod(),
          e.getMessage());
    }
  }
}
