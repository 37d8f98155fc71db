package dev.hotspotter.collect;

import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.process.Renderer;
import dev.hotspotter.render.tasks.RenderTask;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A work folder that limits its files, fetched and rendered, to the renderer's disk limit. */
public final class RenderFolder extends WorkFolder {

  private final ObjectStore store;
  private final Renderer renderer;

  public RenderFolder(ObjectStore store, Renderer renderer) throws IOException {
    this.store = store;
    this.renderer = renderer;
  }

  /** Copies an object to the file and overwrites it; refuses an object larger than maxBytes. */
  public ObjectStore.Fetched fetch(String key, Path file, long maxBytes)
      throws StoreException, IOException, BadRecordingException, QuickLimitException {
    Files.deleteIfExists(file);
    return fetch(key, file, maxBytes, left());
  }

  /** Like the public fetch, with the space that this call may use; the folder may have more. */
  ObjectStore.Fetched fetch(String key, Path file, long maxBytes, long room)
      throws StoreException, IOException, BadRecordingException, QuickLimitException {
    try {
      return store.fetch(key, file, Math.min(room, maxBytes));
    } catch (StoreException e) {
      if (e.isTooLarge() && room < maxBytes) {
        throw renderer.noRoom();
      }
      throw e;
    }
  }

  /**
   * Copies objects to numbered files with this name. Refuses an object larger than each, and
   * objects that are together larger than all.
   */
  public List<Path> fetchAll(String name, List<String> keys, long each, long all)
      throws StoreException, IOException, BadRecordingException, QuickLimitException {
    var files = new ArrayList<Path>();
    for (var key : keys) {
      var file = file("%s-%d.collapsed".formatted(name, files.size()));
      fetch(key, file, Math.min(each, all - bytes()));
      files.add(file);
    }
    return files;
  }

  public <R> R run(RenderTask<R> task)
      throws BadRecordingException, QuickLimitException, IOException {
    return renderer.run(task, left());
  }

  /** Stores a rendered file and deletes it here. */
  void put(String key, Path file, String contentType) throws StoreException, IOException {
    store.put(key, file, contentType);
    Files.delete(file);
  }

  long left() throws IOException {
    return Math.max(0, renderer.limits().disk() - bytes());
  }
}
