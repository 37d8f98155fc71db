package dev.hotspotter.storage;

import io.minio.errors.ErrorResponseException;
import java.io.InterruptedIOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

/** The store refused or could not be reached; the message has the store's words. */
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
        "the namespace %s no longer exists".formatted(key.substring(0, key.indexOf('/'))),
        null,
        false,
        true);
  }

  /** True if the object is larger than the caller reads; a retry does not help. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  /** True if the store answered that it has no such object. */
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
    // after the timeout, the client closes the socket itself
    if (root instanceof InterruptedIOException || "Socket closed".equals(root.getMessage())) {
      return "it has not answered in time";
    }
    if (root instanceof CertificateNotYetValidException
        || root instanceof CertificateExpiredException) {
      return "its certificate is not valid now (%s); check the operator's clock, or renew the certificate"
          .formatted(root.getMessage());
    }
    if (root instanceof GeneralSecurityException) {
      return ("its certificate is not trusted (%s);"
              + " set objectStore.ca in the chart's values to the authority that signed it")
          .formatted(root.getMessage());
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
