package dev.hotspotter.inject;

/**
 * The places for one sidecar's uploads, one object each.
 *
 * @param diagnostics null if the job asks for none
 * @param caCertificates certificates in PEM that the sidecar trusts besides public ones; empty for
 *     none
 */
public record UploadUrls(Place recording, Place diagnostics, String caCertificates) {

  /** One place: PUT to the URL, or POST of the URL-encoded form if it is not empty. */
  public record Place(String url, String form) {}
}
