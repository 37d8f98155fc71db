package dev.hotspotter.storage;

import io.minio.credentials.Credentials;
import io.minio.credentials.Provider;
import java.security.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Credentials that are renewed early: a signed URL is valid no longer than they are. Their issuer's
 * clock tells when they expire, and may differ.
 */
final class RenewedCredentials implements Provider {

  /** The time that a request may take. */
  private static final Duration ONE_REQUEST = Duration.ofMinutes(1);

  /** The time after a renewal in which another one would give no longer credentials. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final Supplier<List<Provider>> sources;
  private final InstantSource clock;
  private Credentials current;
  private Instant renewedAt;

  /**
   * Sources are made anew each time, because each caches its credentials until the last moment. The
   * first with credentials wins.
   */
  RenewedCredentials(Supplier<List<Provider>> sources, InstantSource clock) {
    this.sources = sources;
    this.clock = clock;
  }

  @Override
  public synchronized Credentials fetch() {
    renewUnlessTheyLast(ONE_REQUEST);
    return current;
  }

  /** Ensures that the next signature stays valid for this long. */
  synchronized void extend(Duration validity) throws StoreException {
    renewUnlessTheyLast(validity);
    if (!lasts(validity)) {
      throw new StoreException(
          ("the credentials of the operator's identity expire at %s, but an upload may take %d s;"
                  + " raise the longest session of its role, or record for a shorter time")
              .formatted(current.expiration().toInstant(), validity.toSeconds()),
          null);
    }
  }

  private void renewUnlessTheyLast(Duration validity) {
    if (current == null
        || !lasts(validity)
        || !lasts(validity.plus(ClockSkew.MOST))
            && !renewedAt.plus(FRESH).isAfter(clock.instant())) {
      renewedAt = clock.instant();
      renew(validity);
    }
  }

  /** Keeps credentials that last, if their issuer is away. */
  private void renew(Duration validity) {
    try {
      current = renewed();
    } catch (ProviderException e) {
      if (current == null || !lasts(validity)) {
        throw e;
      }
    }
  }

  private Credentials renewed() {
    var refusals = new ArrayList<String>();
    for (var source : sources.get()) {
      try {
        return source.fetch();
      } catch (ProviderException e) {
        refusals.add(
            e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()));
      }
    }
    throw new ProviderException("no source gives the operator credentials for the store ("
        + String.join("; ", refusals) + ")");
  }

  private boolean lasts(Duration validity) {
    return current.expiration() == null
        || !current.expiration().toInstant().isBefore(clock.instant().plus(validity));
  }
}
