package dev.hotspotter.inject;

/**
 * Where one sidecar may put what: one object each. That of the diagnostics is null if none are wanted.
 *
 * @param authorities certificates in PEM that the sidecar trusts besides public ones; empty for none
 */
public record UploadUrls(Place recording, Place diagnostics, String authorities) {

  /** By PUT to the URL, or by POST of a URL-encoded form if it is not empty. */
  public record Place(String url, String form) {}
}
