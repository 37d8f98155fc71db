package dev.hotspotter.retention;

import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.StoreException;
import java.util.Map;
import java.util.Optional;

/** The namespaces that exist now. */
public interface NamespaceLookup {

  /** A namespace's folder in the store, and the annotations of its administrators. */
  record Namespace(NamespaceFolder folder, Map<String, String> annotations) {}

  /** Asks the API server and no cache; empty if the namespace does not exist. */
  Optional<Namespace> ask(String name) throws StoreException;
}
