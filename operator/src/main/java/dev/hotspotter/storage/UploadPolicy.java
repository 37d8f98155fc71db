package dev.hotspotter.storage;

/** What a sidecar's permission to upload is made of. */
public enum UploadPolicy {
  /** A form if the store takes one, a URL else. */
  AUTO,
  /** A signed form, which bounds the size. */
  POST,
  /** A presigned URL, which does not: for stores without forms. */
  PUT
}
