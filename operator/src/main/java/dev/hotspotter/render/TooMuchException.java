package dev.hotspotter.render;

/** What was recorded may be good, but rendering it takes more time, memory or disk than it may; the message says what to do. */
public final class TooMuchException extends BadRecordingException {

  private final Limit limit;

  public TooMuchException(Limit limit, String message) {
    this(limit, message, null);
  }

  public TooMuchException(Limit limit, String message, Throwable cause) {
    super(message, cause);
    this.limit = limit;
  }

  public Limit limit() {
    return limit;
  }
}
