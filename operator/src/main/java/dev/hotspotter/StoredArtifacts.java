package dev.hotspotter;

import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.storage.StoreException;
import dev.hotspotter.web.Artifacts;
import java.io.IOException;
import java.util.Optional;

/** The pages' view of the object store. */
record StoredArtifacts(ObjectStore store) implements Artifacts {

  @Override
  public Optional<Artifact> open(String key) throws IOException {
    try {
      var stat = store.stat(key);
      return Optional.of(new Artifact(stat.bytes(), stat.etag(), store.open(key)));
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw new IOException(e.getMessage(), e);
    }
  }
}
