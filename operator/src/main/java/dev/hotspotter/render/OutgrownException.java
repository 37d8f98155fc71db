package dev.hotspotter.render;

/** The work exceeds the limits of the quick lane; it starts again in the thorough lane. */
public final class OutgrownException extends Exception {

  public OutgrownException(String message) {
    super(message);
  }
}
