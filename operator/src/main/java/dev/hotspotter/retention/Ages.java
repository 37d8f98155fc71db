package dev.hotspotter.retention;

import dev.hotspotter.api.spec.Durations;
import java.time.Duration;

/** Ages as people write them: minutes, hours or days, as in 7d. */
public final class Ages {

  /** Longer ages, and signs, are slips. */
  static final String SHAPE = "[1-9][0-9]{0,4}[mhd]";

  private Ages() {}

  /** @throws IllegalArgumentException if the text is no age */
  public static Duration parse(String text) {
    if (!text.matches(SHAPE)) {
      throw new IllegalArgumentException("not an age such as 7d: " + text);
    }
    return Durations.parse(text);
  }
}
