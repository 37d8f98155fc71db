package dev.hotspotter.storage;

import java.util.Optional;

/** Knows which folder of the bucket is a namespace's now. */
public interface NamespaceFolders {

  /** Empty when there is no such namespace. */
  Optional<NamespaceFolder> of(String namespace) throws StoreException;
}
