package dev.hotspotter.storage;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A namespace's folder in the bucket. Its name has the namespace's uid, so a namespace created
 * again under the same name has another folder. Nothing outside such folders is ever deleted.
 */
public record NamespaceFolder(String namespace, String uid) {

  private static final Pattern SHAPE = Pattern.compile(
      "(?<namespace>[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)\\.(?<uid>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})/");

  /** The path, which ends with a slash: shop.0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f/. */
  public String path() {
    return "%s.%s/".formatted(namespace, uid);
  }

  /** Empty if this is no namespace's folder. */
  public static Optional<NamespaceFolder> of(String path) {
    var parts = SHAPE.matcher(path);
    return parts.matches()
        ? Optional.of(new NamespaceFolder(parts.group("namespace"), parts.group("uid")))
        : Optional.empty();
  }
}
