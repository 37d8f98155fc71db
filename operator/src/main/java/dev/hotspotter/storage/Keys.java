package dev.hotspotter.storage;

import java.util.Optional;

/**
 * Translates between the operator's keys and the bucket's, which begin with the prefix. If there
 * are namespaces, the first part of the operator's key is a namespace's name; in the bucket, that
 * namespace's current folder.
 */
record Keys(String prefix, Optional<NamespaceFolders> namespaces) {

  /** The key in the bucket; empty if no object can have it. */
  Optional<String> inBucket(String key) throws StoreException {
    var slash = key.indexOf('/');
    if (namespaces.isEmpty() || slash < 0) {
      return Optional.of(prefix + key);
    }
    return namespaces
        .get()
        .of(key.substring(0, slash))
        .map(folder -> prefix + folder.path() + key.substring(slash + 1));
  }

  /** The operator's key; empty if it has none. */
  Optional<String> spoken(String inBucket) {
    var key = inBucket.substring(prefix.length());
    if (namespaces.isEmpty()) {
      return Optional.of(key);
    }
    var end = key.indexOf('/') + 1;
    return NamespaceFolder.of(key.substring(0, end))
        .map(folder -> folder.namespace() + "/" + key.substring(end));
  }
}
