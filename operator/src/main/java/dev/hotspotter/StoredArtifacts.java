package dev.hotspotter;

import dev.hotspotter.retention.Tombstones;
import dev.hotspotter.storage.NamespaceFolders;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.web.jobs.Artifacts;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** The pages' view of the object store. */
record StoredArtifacts(ObjectStore store, Tombstones tombstones, NamespaceFolders namespaces)
    implements Artifacts {

  @Override
  public Optional<Stat> stat(String key) throws IOException {
    try {
      var stat = store.stat(key);
      return Optional.of(new Stat(stat.bytes(), stat.etag()));
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public InputStream open(String key, Stat seen, long first, long bytes) throws IOException {
    if (bytes == 0) {
      return InputStream.nullInputStream();
    }
    try {
      return store.open(key, seen.etag(), first, bytes);
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public Optional<Deleted> deleted(String folder) throws IOException {
    var parts = folder.split("/");
    try {
      var namespace = namespaces.of(parts[0]);
      return namespace.isEmpty()
          ? Optional.empty()
          : tombstones
              .find(namespace.get(), parts[1])
              .map(tombstone -> new Deleted(tombstone.deletedAt(), tombstone.why()));
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public List<String> folders(String folder, int limit) throws IOException {
    try {
      return store.folders(folder, limit);
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
