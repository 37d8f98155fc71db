package dev.hotspotter.pyroscope;

import java.time.Duration;
import java.util.Optional;

/**
 * Where Pyroscope is and who sends to it.
 *
 * @param authorization the header of that name, if Pyroscope or a proxy before it wants one
 * @param patience how long after the end of a job its recordings are tried
 */
public record PyroscopeSettings(
    String url, Optional<String> tenant, Optional<String> authorization, Duration patience) {

  /** Without the secret: settings end up in logs and in messages of exceptions. */
  @Override
  public String toString() {
    return "PyroscopeSettings[url=%s, tenant=%s, patience=%s]".formatted(url, tenant, patience);
  }
}
