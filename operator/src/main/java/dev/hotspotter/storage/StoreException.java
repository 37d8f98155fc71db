package dev.hotspotter.storage;

import io.minio.errors.ErrorResponseException;

/** The object store refused or could not be reached; the message holds its own words. */
public class StoreException extends Exception {

  StoreException(Exception cause) {
    super(words(cause), cause);
  }

  StoreException(String message, Throwable cause) {
    super(message, cause);
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
