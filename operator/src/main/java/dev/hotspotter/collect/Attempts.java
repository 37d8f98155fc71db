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
 * How many operators have begun a piece of rendering, as empty objects beside what they render: there they outlive an operator that
 * rendering takes down, with its disk if need be. One operator may try as often as it likes.
 */
public final class Attempts {

  /** A node that is drained, or two, should fail nothing. */
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

  /** What is noted while something else goes on. */
  static final class Attempt {

    private final FutureTask<Boolean> noting;

    private Attempt(Callable<Boolean> note) {
      noting = new FutureTask<>(note);
      Thread.ofVirtual().start(noting);
    }

    /** Waits until it is noted; false when so many operators have begun that none should any more. */
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
        throw new InterruptedIOException("the work was called off");
      }
    }
  }

  /** Notes that this operator begins with what is in that place of the store. */
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
    return "%d operators ended while they rendered it; look at the log of an ended one (kubectl logs --previous) and at its pod's events, then create a new ProfileJob"
        .formatted(MOST);
  }
}
