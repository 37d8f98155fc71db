package dev.hotspotter.inject;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.layout.ObjectKeys;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders sidecars to stop. The store delivers an order: each sidecar looks for one object of its
 * own. sidecar/README.md specifies it.
 */
public final class StopOrders {

  private static final Logger LOG = LoggerFactory.getLogger(StopOrders.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The order as the sidecar reads it. */
  private record Order(int version, String stop) {}

  private final ObjectStore store;

  public StopOrders(ObjectStore store) {
    this.store = store;
  }

  /**
   * Orders the sidecars of these targets to stop; what their job did is a predicate such as "was
   * suspended".
   *
   * @return true if the store has all orders; a sidecar without one records on
   */
  public boolean stop(ProfileJob job, List<RecordingStatus> targets, String whatTheJobDid) {
    var meta = job.getMetadata();
    var reason =
        "ProfileJob %s/%s %s".formatted(meta.getNamespace(), meta.getName(), whatTheJobDid);
    var written = new ArrayList<Future<Boolean>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      targets.forEach(target -> written.add(threads.submit(() -> tryToWrite(job, target, reason))));
    }
    return written.stream().allMatch(Future::resultNow);
  }

  private boolean tryToWrite(ProfileJob job, RecordingStatus target, String reason) {
    try {
      store.put(
          ObjectKeys.orders(job, target),
          JSON.writeValueAsBytes(new Order(1, reason)),
          "application/json");
      return true;
    } catch (StoreException | JsonProcessingException | RuntimeException e) {
      LOG.warn("the recording of pod {} cannot be stopped: {}", target.pod(), e.getMessage());
      return false;
    }
  }
}
