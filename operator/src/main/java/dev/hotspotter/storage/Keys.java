package dev.hotspotter.storage;

import java.util.Optional;

/** From the keys that the operator speaks of to those of the bucket, and back. */
interface Keys {

  /** Empty when nothing can be there. */
  Optional<String> inBucket(String key) throws StoreException;

  /** Empty when the operator speaks of no such key. */
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

  /** The first part of a key is the name of a namespace, and in the bucket the folder that this namespace has now. */
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
