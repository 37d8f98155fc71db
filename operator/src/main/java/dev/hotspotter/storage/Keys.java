package dev.hotspotter.storage;

import java.util.Optional;

/** Translates between the operator's keys and the bucket's. */
interface Keys {

  /** The key in the bucket; empty if no object can have it. */
  Optional<String> inBucket(String key) throws StoreException;

  /** The operator's key; empty if it has none. */
  Optional<String> spoken(String inBucket);

  /** Every key begins with the prefix. */
  static Keys below(String prefix) {
    return new Keys() {
      @Override
      public Optional<String> inBucket(String key) {
        return Optional.of(prefix + key);
      }

      @Override
      public Optional<String> spoken(String inBucket) {
        return Optional.of(inBucket.substring(prefix.length()));
      }
    };
  }

  /**
   * In the operator's keys, the first part is a namespace's name; in the bucket, that namespace's
   * current folder.
   */
  static Keys ofNamespaces(Keys all, NamespaceFolders namespaces) {
    return new Keys() {
      @Override
      public Optional<String> inBucket(String key) throws StoreException {
        var slash = key.indexOf('/');
        if (slash < 0) {
          return all.inBucket(key);
        }
        var folder = namespaces.of(key.substring(0, slash));
        return folder.isEmpty()
            ? Optional.empty()
            : all.inBucket(folder.get().path() + key.substring(slash + 1));
      }

      @Override
      public Optional<String> spoken(String inBucket) {
        return all.spoken(inBucket).flatMap(key -> {
          var end = key.indexOf('/') + 1;
          return NamespaceFolder.of(key.substring(0, end))
              .map(folder -> folder.namespace() + "/" + key.substring(end));
        });
      }
    };
  }
}
