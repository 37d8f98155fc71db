package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Attempts at a piece of rendering, each a byte in a file that is there only while one is made. A file that is there before
 * says that the operator ended during it, perhaps because of it: what exhausts the heap ends the process. The folder must
 * outlive the container and need not outlive the pod.
 */
public final class Attempts {

  private static final int MOST = 2;

  private final Path folder;

  /** What the operator ended during is tried again alone, so that no other recording is blamed for it. */
  private final ReadWriteLock alone = new ReentrantReadWriteLock(true);

  public Attempts(Path folder) {
    this.folder = folder;
  }

  /** One attempt; closing it says that the operator has outlived it. */
  interface Attempt extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /** Refuses what the operator has ended during twice; the count stays, because it may end before it can say so. */
  Attempt begin(ProfileJob job, String key) throws BadRecordingException, IOException {
    var name = "%s/%s".formatted(job.getMetadata().getUid(), key).getBytes(StandardCharsets.UTF_8);
    var file = folder.resolve(UUID.nameUUIDFromBytes(name).toString());
    var before = Files.exists(file) ? Files.size(file) : 0;
    if (before >= MOST) {
      throw new BadRecordingException(
          "the operator ended twice while it rendered this, as it does when its memory is exhausted; raise"
              + " resources.limits.memory in the chart's values");
    }
    var lock = before == 0 ? alone.readLock() : alone.writeLock();
    lock.lock();
    try {
      Files.createDirectories(folder);
      Files.write(file, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      lock.unlock();
      throw e;
    }
    return () -> {
      lock.unlock();
      Files.delete(file);
    };
  }
}
