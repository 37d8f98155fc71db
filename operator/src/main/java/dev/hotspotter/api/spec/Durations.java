package dev.hotspotter.api.spec;

import java.text.ParseException;
import java.time.Duration;

/** Durations as the API writes them, such as 1m30s. */
public final class Durations {

  private Durations() {}

  public static Duration parse(String text) {
    try {
      return io.fabric8.kubernetes.api.model.Duration.parse(text).getDuration();
    } catch (ParseException e) {
      throw new IllegalArgumentException("not a duration such as 1m30s: " + text, e);
    }
  }
}
