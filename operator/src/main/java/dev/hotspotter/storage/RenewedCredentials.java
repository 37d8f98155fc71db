package dev.hotspotter.storage;

import io.minio.credentials.Credentials;
import io.minio.credentials.Provider;
import java.security.ProviderException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Credentials that are renewed early: a signed URL is valid no longer than they are. */
final class RenewedCredentials implements Provider {

  /** The time that a request may take. */
  private static final Duration ONE_REQUEST = Duration.ofMinutes(1);

  private final Supplier<List<Provider>> sources;
  private Credentials current;

  /**
   * Sources are made anew each time, because each caches its credentials until the last moment. The
   * first with credentials wins.
   */
  RenewedCredentials(Supplier<List<Provider>> sources) {
    this.sources = sources;
  }

  @Override
  public synchronized Credentials fetch() {
    if (current == null || !lasts(ONE_REQUEST)) {
      current = renewed();
    }
    return current;
  }

  /** Ensures that the next signature stays valid for this long. */
  synchronized void extend(Duration validity) throws StoreException {
    if (current == null || !lasts(validity)) {
      current = renewed();
    }
    if (!lasts(validity)) {
      throw new StoreException(
          ("the credentials of the operator's identity expire at %s, but an upload may take %d s;"
                  + " raise the longest session of its role, or record for a shorter time")
              .formatted(current.expiration().toInstant(), validity.toSeconds()),
          null);
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
        || !current.expiration().isBefore(ZonedDateTime.now(ZoneOffset.UTC).plus(validity));
  }
}
