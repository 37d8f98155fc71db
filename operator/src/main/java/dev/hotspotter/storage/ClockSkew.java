package dev.hotspotter.storage;

import java.time.Duration;

/** The difference between the operator's clock and that of the store, or of what issues credentials. */
public final class ClockSkew {

  /** A store refuses all requests of a client beyond this difference (RequestTimeTooSkewed). */
  public static final Duration MOST = Duration.ofMinutes(15);

  private ClockSkew() {}
}
