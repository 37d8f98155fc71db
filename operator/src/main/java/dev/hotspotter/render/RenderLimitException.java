package dev.hotspotter.render;

/**
 * Rendering exceeded its limit of time, memory or disk, although the recording may be valid. The
 * message says what to do.
 */
public final class RenderLimitException extends BadRecordingException {

  private final Limit limit;

  public RenderLimitException(Limit limit, String message) {
    this(limit, message, null);
  }

  public RenderLimitException(Limit limit, String message, Throwable cause) {
    super(message, cause);
    this.limit = limit;
  }

  public Limit limit() {
    return limit;
  }
}
