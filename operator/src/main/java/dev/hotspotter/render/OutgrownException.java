package dev.hotspotter.render;

/** The work needs more than the quick lane gives; it begins anew in the thorough one. */
public final class OutgrownException extends Exception {

  public OutgrownException(String message) {
    super(message);
  }
}
