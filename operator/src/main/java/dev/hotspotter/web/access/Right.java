package dev.hotspotter.web.access;

import java.util.Optional;

/**
 * A right to ProfileJobs, in the API server's terms.
 *
 * @param subresource null for the ProfileJobs themselves
 * @param namespace null for all namespaces
 */
public record Right(String verb, String subresource, String namespace) {

  /** To get the ProfileJobs of a namespace; without a namespace, to list those of all. */
  public static Right toRead(Optional<String> namespace) {
    return new Right(namespace.isPresent() ? "get" : "list", null, namespace.orElse(null));
  }

  /** To get the recordings of a namespace's ProfileJobs. */
  public static Right toDownload(String namespace) {
    return new Right("get", "recordings", namespace);
  }

  /** To create ProfileJobs in a namespace. */
  public static Right toCreate(String namespace) {
    return new Right("create", null, namespace);
  }

  boolean isToCreate() {
    return verb.equals("create");
  }
}
