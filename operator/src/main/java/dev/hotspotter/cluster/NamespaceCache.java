package dev.hotspotter.cluster;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The namespaces of the cluster, cached for a few seconds. A new namespace may have the name of a
 * deleted one.
 */
public final class NamespaceCache {

  private static final Duration KNOWN = Duration.ofSeconds(5);
  private static final int MOST = 10_000;

  /**
   * A namespace. The uid distinguishes it from a deleted one of the same name; administrators set
   * the annotations.
   */
  public record Namespace(String name, String uid, Map<String, String> annotations) {}

  private final KubernetesClient client;
  private final Cache<String, Optional<Namespace>> known;

  public NamespaceCache(KubernetesClient client) {
    this(client, Ticker.systemTicker());
  }

  NamespaceCache(KubernetesClient client, Ticker ticker) {
    this.client = client;
    this.known = Caffeine.newBuilder()
        .maximumSize(MOST)
        .expireAfterWrite(KNOWN)
        .ticker(ticker)
        .build();
  }

  /**
   * The namespace, perhaps from the cache; empty if it does not exist. Throws the client's
   * exceptions, such as a refusal by RBAC.
   */
  public Optional<Namespace> find(String name) {
    var seen = known.getIfPresent(name);
    return seen == null ? ask(name) : seen;
  }

  /** The namespace, from the API server. */
  public Optional<Namespace> ask(String name) {
    var found = Optional.ofNullable(client.namespaces().withName(name).get())
        .map(namespace -> namespace.getMetadata())
        .map(metadata -> new Namespace(name, metadata.getUid(), metadata.getAnnotations()));
    known.put(name, found);
    return found;
  }
}
