package dev.hotspotter.inject;

import java.time.Duration;
import java.util.Optional;

/**
 * The objects of one sidecar: places for its uploads, and its orders.
 *
 * @param diagnostics null if the job asks for none
 * @param orders the URL that reads the orders
 * @param caCertificates certificates in PEM that the sidecar trusts besides public ones; empty for
 *     none
 * @param clockAhead how far the store's clock is ahead of the operator's, if known
 */
public record SidecarUrls(
    Place recording,
    Place diagnostics,
    String orders,
    String caCertificates,
    Optional<Duration> clockAhead) {

  /** One place: PUT to the URL, or POST of the URL-encoded form if it is not empty. */
  public record Place(String url, String form) {}
}
