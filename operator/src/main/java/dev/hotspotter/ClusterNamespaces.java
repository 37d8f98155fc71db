package dev.hotspotter;

import dev.hotspotter.cluster.Namespaces;
import dev.hotspotter.storage.NamespaceFolder;
import dev.hotspotter.storage.NamespaceFolders;
import dev.hotspotter.storage.StoreException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The cluster's namespaces as the store knows them, those that are watched; no namespaces in watched means all. */
record ClusterNamespaces(Namespaces cluster, Set<String> watched)
    implements NamespaceFolders, dev.hotspotter.retention.Namespaces {

  @Override
  public Optional<NamespaceFolder> of(String name) throws StoreException {
    return found(name, () -> cluster.find(name)).map(ClusterNamespaces::folder);
  }

  @Override
  public Optional<Namespace> ask(String name) throws StoreException {
    return found(name, () -> cluster.ask(name))
        .map(namespace -> new Namespace(folder(namespace), namespace.annotations()));
  }

  private static NamespaceFolder folder(Namespaces.Namespace namespace) {
    return new NamespaceFolder(namespace.name(), namespace.uid());
  }

  private Optional<Namespaces.Namespace> found(
      String name, Supplier<Optional<Namespaces.Namespace>> question) throws StoreException {
    if (!watched.isEmpty() && !watched.contains(name)) {
      return Optional.empty();
    }
    try {
      return question.get();
    } catch (KubernetesClientException e) {
      throw new StoreException(
          "the folder of namespace %s is not known, because the API server does not say which uid it has (%s); the operator's role must allow it"
                  .formatted(name, e.getMessage())
              + " to get namespaces, as the chart's does",
          e);
    }
  }
}
