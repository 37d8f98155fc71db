package dev.hotspotter.render;

/** A recording, or stacks from it, that cannot be rendered, now or later; the message says why. */
public sealed class BadRecordingException extends Exception permits RenderLimitException {

  public BadRecordingException(String message) {
    super(message);
  }

  public BadRecordingException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Cleans the message, because some exceptions quote their input at any length. */
  public BadRecordingException(Throwable cause) {
    super(FrameNames.clean(cause.toString()), cause);
  }
}
