package dev.hotspotter.collect;

import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Counts the operators that began a piece of render work, as empty objects beside its input. The
 * objects remain if the work kills the operator and its disk is lost. One operator may try any
 * number of times.
 */
public final class Attempts {

  /** One or two drained nodes should not fail a job. */
  private static final int MOST = 3;

  private final ObjectStore store;
  private final String operator;

  public Attempts(ObjectStore store) {
    this(store, UUID.randomUUID().toString());
  }

  Attempts(ObjectStore store, String operator) {
    this.store = store;
    this.operator = operator;
  }

  /** A note of one attempt, written in the background. */
  static final class Attempt {

    private final FutureTask<Boolean> noting;

    private Attempt(Callable<Boolean> note) {
      noting = new FutureTask<>(note);
      Thread.ofVirtual().start(noting);
    }

    /** Waits for the note; false if too many operators have begun this work. */
    boolean isAllowed() throws StoreException, IOException {
      try {
        return noting.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof StoreException store) {
          throw store;
        }
        throw new IOException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the work was cancelled");
      }
    }
  }

  /** Notes that this operator begins the work at this place of the store. */
  Attempt begin(String place, RenderFolder folder) {
    return new Attempt(() -> note(place + "rendering/", folder));
  }

  private boolean note(String marks, RenderFolder folder) throws StoreException, IOException {
    var begun = store.list(marks);
    if (begun.contains(marks + operator)) {
      return true;
    }
    if (begun.size() >= MOST) {
      return false;
    }
    store.put(
        marks + operator,
        Files.write(folder.file("attempt"), new byte[0]),
        "application/octet-stream");
    return true;
  }

  static String words() {
    return ("%d operators ended while they rendered it; read the log of an ended one"
            + " (kubectl logs --previous) and the events of its pod, then create a new ProfileJob")
        .formatted(MOST);
  }
}
