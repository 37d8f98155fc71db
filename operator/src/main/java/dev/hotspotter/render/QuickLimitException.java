package dev.hotspotter.render;

/** The work exceeds the limits of the quick lane; it starts again in the thorough lane. */
public final class QuickLimitException extends Exception {

  public QuickLimitException(String message) {
    super(message);
  }
}
