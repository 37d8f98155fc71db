package dev.hotspotter.observe;

import dev.hotspotter.api.Reasons;

/** What keeps a rendering from being done now, in the words of whatever refused it; it is tried again. */
public record Setback(String reason, String message) {

  public static Setback ofStore(String words) {
    return new Setback(Reasons.OBJECT_STORE_UNAVAILABLE, "the object store failed: " + words);
  }
}
