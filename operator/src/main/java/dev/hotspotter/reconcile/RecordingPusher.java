package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.plan.ObjectKeys;
import dev.hotspotter.plan.PushOutcome;
import dev.hotspotter.plan.PushRequest;
import dev.hotspotter.pyroscope.PyroscopeClient;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.util.function.BiFunction;

/** One recording from the object store to Pyroscope, through a file: it may be larger than the operator's memory. */
public record RecordingPusher(ObjectStore store, long maxBytes, PyroscopeClient pyroscope)
    implements BiFunction<ProfileJob, RecordingStatus, PushOutcome> {

  @Override
  public PushOutcome apply(ProfileJob job, RecordingStatus target) {
    try (var folder = new WorkFolder()) {
      var jfr = folder.file(ObjectKeys.RECORDING);
      store.fetch(ObjectKeys.recording(job, target), jfr, maxBytes);
      return pyroscope.send(PushRequest.of(job, target), jfr);
    } catch (StoreException | IOException | RuntimeException e) {
      if (e instanceof StoreException missing && missing.isNotFound()) {
        return new PushOutcome.Refused("the recording is no longer in the object store; create a new ProfileJob");
      }
      if (e instanceof StoreException refused && refused.isTooLarge()) {
        return new PushOutcome.Refused(e.getMessage());
      }
      return new PushOutcome.Postponed(Trouble.with(e, "sending the recording of pod " + target.pod()).message());
    }
  }
}
