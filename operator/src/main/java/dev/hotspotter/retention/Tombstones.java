package dev.hotspotter.retention;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One small object for each job with deleted artifacts. It is written before the first deletion, so
 * the next sweep finishes an interrupted one. Links answer with it for 90 days.
 */
public final class Tombstones {

  private static final Logger LOG = LoggerFactory.getLogger(Tombstones.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** No namespace's folder has such a name. */
  static final String FOLDER = "_deleted/";

  static final Duration KEPT = Duration.ofDays(90);

  private static final String ENDING = ".json";

  /** No operator writes a larger tombstone. */
  private static final int LARGEST = 1 << 12;

  private final ObjectStore store;

  /** Expects a store whose keys are those of the bucket. */
  public Tombstones(ObjectStore store) {
    this.store = store;
  }

  /** Reads the tombstone of a job's folder, named without its slash: checkout-cpu-1f0c3a5e. */
  public Optional<Tombstone> find(NamespaceFolder namespace, String job) throws StoreException {
    var key = key(namespace, job);
    try (var content = store.open(key)) {
      return Optional.of(JSON.readValue(content.readNBytes(LARGEST), Tombstone.class));
    } catch (JacksonException e) {
      LOG.warn("{} is no tombstone of an operator: {}", key, e.getOriginalMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new StoreException("reading %s failed: %s".formatted(key, e.getMessage()), e);
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  void write(NamespaceFolder namespace, Deletion deletion, Instant now) throws StoreException {
    var tombstone = new Tombstone(
        now.truncatedTo(ChronoUnit.SECONDS).toString(), deletion.cause().word(), deletion.why());
    try {
      store.put(
          key(namespace, deletion.job().name()),
          JSON.writeValueAsBytes(tombstone),
          "application/json");
    } catch (JacksonException e) {
      throw new IllegalStateException("a tombstone can be written", e);
    }
  }

  /** The times of a namespace's tombstones, by job name. */
  Map<String, Instant> in(NamespaceFolder namespace) throws StoreException {
    var folder = FOLDER + namespace.path();
    var found = new HashMap<String, Instant>();
    store.list(folder, object -> {
      if (object.key().endsWith(ENDING)) {
        found.put(
            object.key().substring(folder.length(), object.key().length() - ENDING.length()),
            object.modified());
      }
    });
    return found;
  }

  /**
   * Deletes those of these tombstones that are too old for links. A job with artifacts left keeps
   * its tombstone.
   */
  void forget(
      NamespaceFolder namespace, Map<String, Instant> written, Set<String> stillStored, Instant now)
      throws StoreException {
    var old = new ArrayList<String>();
    written.forEach((job, at) -> {
      if (at.plus(KEPT).isBefore(now) && !stillStored.contains(job)) {
        old.add(key(namespace, job));
      }
    });
    if (!old.isEmpty()) {
      store.delete(List.copyOf(old));
    }
  }

  private static String key(NamespaceFolder namespace, String job) {
    return FOLDER + namespace.path() + job + ENDING;
  }
}
