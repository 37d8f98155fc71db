package dev.hotspotter.storage;

import io.minio.errors.ErrorResponseException;
import java.io.InterruptedIOException;
import java.security.GeneralSecurityException;

/** The object store refused or could not be reached; the message holds its own words. */
public class StoreException extends Exception {

  private final boolean tooLarge;
  private final boolean notFound;

  StoreException(Exception cause) {
    this(
        words(cause),
        cause,
        false,
        cause instanceof ErrorResponseException e
            && "NoSuchKey".equals(e.errorResponse().code()));
  }

  public StoreException(String message, Throwable cause) {
    this(message, cause, false, false);
  }

  private StoreException(String message, Throwable cause, boolean tooLarge, boolean notFound) {
    super(message, cause);
    this.tooLarge = tooLarge;
    this.notFound = notFound;
  }

  static StoreException tooLarge(String key, long bytes, long limit) {
    return new StoreException(
        "%s has %d bytes, more than the limit of %d".formatted(key, bytes, limit),
        null,
        true,
        false);
  }

  static StoreException noNamespace(String key) {
    return new StoreException(
        "there is no namespace %s any more".formatted(key.substring(0, key.indexOf('/'))),
        null,
        false,
        true);
  }

  /** True when the object is larger than the caller reads, which asking again does not change. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  /** True when the store answered that it has no such object. */
  public boolean isNotFound() {
    return notFound;
  }

  private static String words(Exception e) {
    if (e instanceof ErrorResponseException refused) {
      return "%s: %s"
          .formatted(refused.errorResponse().code(), refused.errorResponse().message());
    }
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    // the client closes the socket itself when the time is over
    if (root instanceof InterruptedIOException || "Socket closed".equals(root.getMessage())) {
      return "it has not answered in time";
    }
    if (root instanceof GeneralSecurityException) {
      return "its certificate is not trusted (%s); give the authority that signed it to objectStore.ca in the chart's values"
          .formatted(root.getMessage());
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
