package dev.hotspotter.storage;

import io.minio.errors.ErrorResponseException;

/** The object store refused or could not be reached; the message holds its own words. */
public class StoreException extends Exception {

  private final boolean tooLarge;

  StoreException(Exception cause) {
    this(words(cause), cause, false);
  }

  StoreException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private StoreException(String message, Throwable cause, boolean tooLarge) {
    super(message, cause);
    this.tooLarge = tooLarge;
  }

  static StoreException tooLarge(String key, long bytes, long limit) {
    return new StoreException("%s has %d bytes, more than the limit of %d".formatted(key, bytes, limit), null, true);
  }

  /** True when the object is larger than the caller reads, which asking again does not change. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  /** True when the store answered that it has no such object. */
  public boolean isNotFound() {
    return getCause() instanceof ErrorResponseException e && "NoSuchKey".equals(e.errorResponse().code());
  }

  private static String words(Exception e) {
    if (e instanceof ErrorResponseException refused) {
      return "%s: %s".formatted(refused.errorResponse().code(), refused.errorResponse().message());
    }
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
