package dev.hotspotter.storage;

import java.util.Optional;

/** Maps a namespace to its current folder in the bucket. */
public interface NamespaceFolders {

  /** Empty if the namespace does not exist. */
  Optional<NamespaceFolder> of(String namespace) throws StoreException;
}
