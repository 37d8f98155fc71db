package dev.hotspotter.render;

/** What was recorded cannot be made into graphs, now or later; the message says why. */
public sealed class BadRecordingException extends Exception permits TooMuchException {

  public BadRecordingException(String message) {
    super(message);
  }

  public BadRecordingException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Some exceptions quote what they could not read, however long that is. */
  public BadRecordingException(Throwable cause) {
    super(FrameNames.clean(cause.toString()), cause);
  }
}
