package dev.hotspotter.render;

/** What was recorded cannot be made into graphs, now or later; the message says why. */
public final class BadRecordingException extends Exception {

  public BadRecordingException(String message) {
    super(message);
  }

  BadRecordingException(String message, Throwable cause) {
    super(message, cause);
  }

  BadRecordingException(Throwable cause) {
    super(cause.toString(), cause);
  }
}
