package dev.hotspotter.storage;

/** The kinds of permission that a sidecar gets for its upload. */
public enum UploadPolicy {
  /** A form if the store supports it, otherwise a URL. */
  AUTO,
  /** A signed form, which limits the size. */
  POST,
  /** A presigned URL, which does not limit the size: for stores without forms. */
  PUT
}
