package dev.hotspotter;

import dev.hotspotter.cluster.NamespaceCache;
import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.NamespaceFolders;
import dev.hotspotter.storage.StoreException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Looks up the namespaces of the store's folders. It knows those in watched only, or all if watched
 * is empty.
 */
record ClusterNamespaces(NamespaceCache cluster, Set<String> watched)
    implements NamespaceFolders, dev.hotspotter.retention.NamespaceLookup {

  @Override
  public Optional<NamespaceFolder> of(String name) throws StoreException {
    return found(name, () -> cluster.find(name)).map(ClusterNamespaces::folder);
  }

  @Override
  public Optional<Namespace> ask(String name) throws StoreException {
    return found(name, () -> cluster.ask(name))
        .map(namespace -> new Namespace(folder(namespace), namespace.annotations()));
  }

  private static NamespaceFolder folder(NamespaceCache.Namespace namespace) {
    return new NamespaceFolder(namespace.name(), namespace.uid());
  }

  private Optional<NamespaceCache.Namespace> found(
      String name, Supplier<Optional<NamespaceCache.Namespace>> question) throws StoreException {
    if (!watched.isEmpty() && !watched.contains(name)) {
      return Optional.empty();
    }
    try {
      return question.get();
    } catch (KubernetesClientException e) {
      throw new StoreException(
          "the uid of namespace %s is unknown, because the API server does not return it (%s);"
                  .formatted(name, e.getMessage())
              + " let the operator's role get namespaces, as the chart's does",
          e);
    }
  }
}
