package dev.hotspotter.pyroscope;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.collect.WaitCauses;
import dev.hotspotter.collect.WorkFolder;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One recording from the object store to Pyroscope, through a file: it may be larger than the operator's memory. */
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
        remember(job, target, folder);
      }
      return outcome;
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException missing && missing.isNotFound()) {
        return new PushOutcome.Refused(
            "the recording is no longer in the object store; create a new ProfileJob");
      }
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new PushOutcome.Refused(e.getMessage());
      }
      return new PushOutcome.Postponed(
          WaitCauses.of(e, "sending the recording of pod " + target.pod()).message());
    }
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

  /** For the next operator, if this one ends before the job says what has become of all its recordings. */
  private void remember(ProfileJob job, RecordingStatus target, WorkFolder folder) {
    try {
      var nothing = Files.createFile(folder.file("pyroscope.sent"));
      store.put(ObjectKeys.sent(job, target), nothing, "application/octet-stream");
    } catch (StoreException | IOException e) {
      LOG.warn(
          "the recording of pod {} is in Pyroscope, which cannot be noted in the object store: {}",
          target.pod(),
          e.getMessage());
    }
  }
}
