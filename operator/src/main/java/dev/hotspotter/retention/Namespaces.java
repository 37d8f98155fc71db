package dev.hotspotter.retention;

import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.StoreException;
import java.util.Map;
import java.util.Optional;

/** Which namespaces there are now. */
public interface Namespaces {

  /** A namespace's folder in the store, and what its administrators have noted on it. */
  record Namespace(NamespaceFolder folder, Map<String, String> annotations) {}

  /** Not seconds ago, but now; empty when there is none. */
  Optional<Namespace> ask(String name) throws StoreException;
}
