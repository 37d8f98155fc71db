package dev.hotspotter.collect;

import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.OutgrownException;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.render.tasks.RenderTask;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A work folder whose files together, fetched or rendered, never take more than the renderer's limit. */
public final class RenderFolder implements AutoCloseable {

  private final ObjectStore store;
  private final Renderer renderer;
  private final WorkFolder folder = new WorkFolder();

  public RenderFolder(ObjectStore store, Renderer renderer) throws IOException {
    this.store = store;
    this.renderer = renderer;
  }

  Path path() {
    return folder.path();
  }

  public Path file(String name) {
    return folder.file(name);
  }

  /** Copies an object into the file, in place of what is there; refuses one larger than maxBytes. */
  public ObjectStore.Fetched fetch(String key, Path file, long maxBytes)
      throws StoreException, IOException, BadRecordingException, OutgrownException {
    Files.deleteIfExists(file);
    return fetch(key, file, maxBytes, left());
  }

  /** As above, of which no more than room may be taken here: elsewhere there may be more. */
  ObjectStore.Fetched fetch(String key, Path file, long maxBytes, long room)
      throws StoreException, IOException, BadRecordingException, OutgrownException {
    try {
      return store.fetch(key, file, Math.min(room, maxBytes));
    } catch (StoreException e) {
      if (e.isTooLarge() && room < maxBytes) {
        throw renderer.noRoom();
      }
      throw e;
    }
  }

  /** Copies objects into files with this name and a number; refuses one larger than each, or than what is left of all. */
  public List<Path> fetchAll(String name, List<String> keys, long each, long all)
      throws StoreException, IOException, BadRecordingException, OutgrownException {
    var files = new ArrayList<Path>();
    for (var key : keys) {
      var file = file("%s-%d.collapsed".formatted(name, files.size()));
      fetch(key, file, Math.min(each, all - folder.bytes()));
      files.add(file);
    }
    return files;
  }

  public <R> R run(RenderTask<R> task)
      throws BadRecordingException, OutgrownException, IOException {
    return renderer.run(task, left());
  }

  /** What was rendered is needed no longer when it is stored. */
  void put(String key, Path file, String contentType) throws StoreException, IOException {
    store.put(key, file, contentType);
    Files.delete(file);
  }

  long left() throws IOException {
    return Math.max(0, renderer.limits().disk() - folder.bytes());
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
