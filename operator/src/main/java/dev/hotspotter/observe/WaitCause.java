package dev.hotspotter.observe;

import dev.hotspotter.api.Reasons;

/** What keeps a rendering from being done now, in the words of whatever refused it; it is tried again. */
public record WaitCause(String reason, String message) {

  public static WaitCause ofStore(String words) {
    return new WaitCause(Reasons.OBJECT_STORE_UNAVAILABLE, "the object store failed: " + words);
  }
}
